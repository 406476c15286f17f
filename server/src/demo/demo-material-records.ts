import {
  changeRawMaterial,
  createRawMaterial,
  createVariant,
  upsertParameter,
} from '@spichlerz/shared/wire/materials';
import * as commands from '../modules/materials/material-commands.ts';
import { listQualityOptions } from '../modules/materials/material-queries.ts';
import { DEMO_MATERIALS, type DemoMaterial } from './demo-materials.ts';
import { bodyOf, type SeedContext } from './seed-context.ts';

export type Quality = { readonly id: number; readonly title: string };

export type CreatedMaterial = DemoMaterialTrade & {
  readonly id: number;
  readonly qualities: readonly [Quality, ...Quality[]];
  readonly variantIds: readonly [number, ...number[]];
  /** The ids of parameters by their names. */
  readonly parameterIds: ReadonlyMap<string, number>;
};

type DemoMaterialTrade = Pick<DemoMaterial, 'name' | 'price' | 'parameters'>;

/** Creates the raw materials in display order, so that in an empty database the first one gets the id 1. */
export async function createMaterials(context: SeedContext): Promise<CreatedMaterial[]> {
  const created: CreatedMaterial[] = [];
  for (const material of DEMO_MATERIALS) created.push(await createMaterial(context, material));
  return created;
}

async function createMaterial({ tx, admin }: SeedContext, material: DemoMaterial): Promise<CreatedMaterial> {
  const { name, displayOrder } = material;
  const { id } = await commands.createRawMaterial(
    tx,
    admin,
    bodyOf(createRawMaterial, { name, displayOrder }),
  );
  const parameterIds = new Map<string, number>();
  for (const parameter of material.parameters) {
    const body = bodyOf(upsertParameter, { rawMaterialId: id, ...parameter });
    parameterIds.set(parameter.name, (await commands.upsertParameter(tx, admin, body)).id);
  }
  const variantIds: number[] = [];
  for (const variant of material.variants) {
    const body = bodyOf(createVariant, { rawMaterialId: id, name: variant });
    variantIds.push((await commands.createVariant(tx, admin, body)).id);
  }
  // values of qualities refer to parameters, so the qualities are created last
  const qualityOptions = material.qualities.map(({ title, values }) => ({
    title,
    parameterValues: Object.entries(values).map(([parameter, value]) => ({
      parameterId: parameterIds.get(parameter) ?? 0,
      value,
    })),
  }));
  await commands.changeRawMaterial(
    tx,
    admin,
    id,
    bodyOf(changeRawMaterial, { name, displayOrder, qualityOptions }),
  );
  const options = await listQualityOptions(tx, id);
  return {
    id,
    name,
    price: material.price,
    parameters: material.parameters,
    qualities: notEmpty(options.map(({ value, label }) => ({ id: value, title: label }))),
    variantIds: notEmpty(variantIds),
    parameterIds,
  };
}

function notEmpty<T>([first, ...others]: readonly T[]): readonly [T, ...T[]] {
  if (first === undefined) throw new Error('The demo company has an empty list');
  return [first, ...others];
}
