import { notFoundInPath } from '@spichlerz/shared/domain/domain-error';
import type {
  DiscountTable,
  DiscountTableListQuery,
  DiscountTableRow,
} from '@spichlerz/shared/wire/discount-tables';
import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import type { List } from '../../lists/list.ts';
import { countRows, inDirection, plainList } from '../../lists/plain-list.ts';
import { matchesSearch } from '../../lists/search.ts';
import { readRules, toRuleReply } from './discount-rule-queries.ts';

export async function getDiscountTable(db: Db, id: number): Promise<DiscountTable> {
  const table = await db
    .selectFrom('discount_table')
    .where('id', '=', id)
    .select([
      'id',
      'name',
      'raw_material_id as rawMaterialId',
      'side',
      'currency',
      'is_active as isActive',
      'version',
    ])
    .executeTakeFirst();
  if (table === undefined) throw notFoundInPath('NOT_FOUND');
  const rules = await readRules(db, { discount_table_id: id });
  return { ...table, rules: rules.map(toRuleReply) };
}

const SORT_COLUMNS = { id: 'd.id', name: 'd.name', raw_material: 'm.name' } as const;

export function discountTableList({
  filter,
  search,
  orderBy: { column, direction },
}: DiscountTableListQuery): List<DiscountTableRow> {
  const isFound = matchesSearch(sql`search_key(d.name)`, search);
  const tables = (db: Db) =>
    db
      .selectFrom('discount_table as d')
      .innerJoin('raw_material as m', 'm.id', 'd.raw_material_id')
      .$if(filter.rawMaterialId !== undefined, (query) =>
        query.where('d.raw_material_id', '=', filter.rawMaterialId ?? 0),
      )
      .$if(filter.side !== undefined, (query) => query.where('d.side', '=', filter.side ?? 'purchase'))
      .$if(filter.isActive !== undefined, (query) =>
        query.where('d.is_active', '=', filter.isActive ?? true),
      );
  return plainList((db) => ({
    rows: tables(db)
      .where(isFound)
      .orderBy(SORT_COLUMNS[column], inDirection(direction))
      .orderBy('d.id', inDirection(direction))
      .select([
        'd.id',
        'd.name',
        sql<{ id: number; name: string }>`json_build_object('id', m.id, 'name', m.name)`.as('rawMaterial'),
        'd.side',
        'd.currency',
        'd.is_active as isActive',
        sql<number>`(select count(*)::int from discount_rule r where r.discount_table_id = d.id)`.as(
          'ruleCount',
        ),
        sql<number>`(select count(*)::int from contract c where c.discount_table_id = d.id)`.as(
          'contractCount',
        ),
        'd.version',
      ]),
    filtered: countRows(tables(db).where(isFound)),
    total: countRows(db.selectFrom('discount_table as d')),
  }));
}
