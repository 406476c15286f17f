import { notFoundInPath } from '@spichlerz/shared/domain/domain-error';
import type {
  RawMaterialListQuery,
  RawMaterialRow,
  RawMaterialUsage,
} from '@spichlerz/shared/wire/materials';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import type { List } from '../../lists/list.ts';
import { countRows, inDirection, plainList } from '../../lists/plain-list.ts';
import { matchesSearch } from '../../lists/search.ts';
import { selectContractUsage } from '../contracts/contract-usage-queries.ts';

/** Lists Poland first, then the other countries by name in Polish order. */
export function listCountries(db: Db) {
  return db
    .selectFrom('country')
    .select(['code', 'name'])
    .orderBy(sql`code <> 'PL'`)
    .orderBy('name')
    .execute();
}

export function listCounties(db: Db) {
  return db
    .selectFrom('county')
    .select(['code', sql<string>`name || ' (' || voivodeship || ')'`.as('name')])
    .orderBy('county.name')
    .orderBy('code')
    .execute();
}

export function listRawMaterialTabs(db: Db) {
  return db
    .selectFrom('raw_material')
    .select(['id', 'name'])
    .orderBy('display_order')
    .orderBy('id')
    .execute();
}

export async function listQualityOptions(db: Db, rawMaterialId: number) {
  const material = await db
    .selectFrom('raw_material')
    .where('id', '=', rawMaterialId)
    .select('id')
    .executeTakeFirst();
  if (material === undefined) throw notFoundInPath('NOT_FOUND');
  return db
    .selectFrom('material_quality')
    .where('raw_material_id', '=', rawMaterialId)
    .orderBy('position')
    .orderBy('id')
    .select(['id as value', 'title as label'])
    .execute();
}

const SORT_COLUMNS = { id: 'm.id', name: 'm.name', display_order: 'm.display_order' } as const;

export function rawMaterialList({
  search,
  orderBy: { column, direction },
}: RawMaterialListQuery): List<RawMaterialRow> {
  const isFound = matchesSearch(sql`search_key(m.name)`, search);
  return plainList((db) => ({
    rows: selectRawMaterials(db)
      .where(isFound)
      .orderBy(SORT_COLUMNS[column], inDirection(direction))
      .orderBy('m.id', inDirection(direction)),
    filtered: countRows(db.selectFrom('raw_material as m').where(isFound)),
    total: countRows(db.selectFrom('raw_material as m')),
  }));
}

const selectRawMaterials = (db: Db) =>
  db.selectFrom('raw_material as m').select([
    'm.id',
    'm.name',
    'm.display_order as displayOrder',
    'm.version',
    sql<RawMaterialRow['parameters']>`coalesce((select json_agg(json_build_object('id', p.id,
          'rawMaterialId', p.raw_material_id, 'name', p.name, 'type', p.type, 'unit', p.unit) order by p.id)
          from material_parameter p where p.raw_material_id = m.id), '[]')`.as('parameters'),
    sql<
      RawMaterialRow['variants']
    >`coalesce((select json_agg(json_build_object('id', v.id, 'name', v.name) order by v.id)
          from material_variant v where v.raw_material_id = m.id), '[]')`.as('variants'),
    sql<
      RawMaterialRow['qualityOptions']
    >`coalesce((select json_agg(json_build_object('id', q.id, 'title', q.title,
          'parameterValues', coalesce((select json_agg(json_build_object('parameterId', w.parameter_id, 'value', w.value)
            order by w.parameter_id) from quality_parameter_value w where w.quality_id = q.id), '[]'))
          order by q.position, q.id) from material_quality q where q.raw_material_id = m.id), '[]')`.as(
      'qualityOptions',
    ),
  ]);

/**
 * The condition that a contract (alias c) has this raw material. It compares `side`, so that PostgreSQL uses
 * the index of contracts by side and raw material.
 */
function ofMaterial(id: string) {
  return sql<SqlBool>`c.side in ('purchase', 'sales') and c.raw_material_id = ${sql.ref(id)}`;
}

/** Lists the contracts that use raw materials, so that the screen can show them before a deletion. */
export async function listRawMaterialUsage(db: Db): Promise<RawMaterialUsage[]> {
  const ofQuality = sql<SqlBool>`${ofMaterial('q.raw_material_id')} and (c.quality_id = q.id
    or c.id in (select o.contract_id from contract_option o where o.quality_id = q.id))`;
  const ofVariant = sql<SqlBool>`${ofMaterial('v.raw_material_id')} and c.raw_material_variant_id = v.id`;
  const materials = await db
    .selectFrom('raw_material as m')
    .orderBy('m.id')
    .select(['m.id', selectContractUsage(ofMaterial('m.id')).as('usedIn')])
    .execute();
  const qualities = await db
    .selectFrom('material_quality as q')
    .select(['q.id', 'q.raw_material_id as of', selectContractUsage(ofQuality).as('usedIn')])
    .execute();
  const variants = await db
    .selectFrom('material_variant as v')
    .select(['v.id', 'v.raw_material_id as of', selectContractUsage(ofVariant).as('usedIn')])
    .execute();
  return materials.map(({ id, usedIn }) => ({
    id,
    usedIn,
    qualityOptions: qualities.filter((quality) => quality.of === id && quality.usedIn.count > 0),
    variants: variants.filter((variant) => variant.of === id && variant.usedIn.count > 0),
  }));
}

export async function getParameter(db: Db, id: number) {
  const parameter = await db
    .selectFrom('material_parameter')
    .where('id', '=', id)
    .select(['id', 'raw_material_id as rawMaterialId', 'name', 'type', 'unit'])
    .executeTakeFirst();
  if (parameter === undefined) throw notFoundInPath('NOT_FOUND');
  return parameter;
}
