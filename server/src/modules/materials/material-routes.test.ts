import { listAuditEntries } from '@spichlerz/shared/wire/audit-log';
import { contracts } from '@spichlerz/shared/wire/contracts';
import {
  changeDiscountTable,
  createDiscountTable,
  deleteDiscountTable,
} from '@spichlerz/shared/wire/discount-tables';
import {
  changeRawMaterial,
  changeVariant,
  createRawMaterial,
  createVariant,
  deleteRawMaterial,
  deleteVariant,
  listRawMaterials,
  listRawMaterialUsage,
  upsertParameter,
} from '@spichlerz/shared/wire/materials';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import { makeContract, makeMaterial } from '../../testing/make.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';
import { runDuring } from '../../testing/while-locked.ts';

let test: TestApp;
let admin: TestUser;
let user: TestUser;

beforeAll(async () => {
  test = await startTestApp();
  admin = await createTestUser(test, 'ADMIN');
  user = await createTestUser(test);
});
afterAll(() => test.close());

const find = async (id: number) => {
  const { list } = await user.call(listRawMaterials, { body: { limit: 100 } });
  const found = list.find((material) => material.id === id);
  if (found === undefined) throw new Error(`There is no raw material ${id}`);
  return found;
};
const usage = async (id: number) => {
  const all = await user.call(listRawMaterialUsage, {});
  return all.find((material) => material.id === id);
};

it('a raw material, variant or quality that a contract uses cannot be deleted; the usage endpoint lists that contract', async () => {
  const material = await makeMaterial(admin);
  const { id: variantId } = await admin.call(createVariant, {
    body: { rawMaterialId: material.id, name: 'Ekologiczna' },
  });
  const { qualityOptions } = await find(material.id);
  const [main, additional] = qualityOptions;
  expect(await usage(material.id)).toEqual({
    id: material.id,
    usedIn: { count: 0, first: [] },
    qualityOptions: [],
    variants: [],
  });
  const contractId = await makeContract(user, 'purchase', material, {
    documentNumber: 'Z/2026/7777',
    rawMaterialVariantId: variantId,
    additionalCargoOption: [{ price: 1_000, rawMaterialQualityId: additional?.id }],
  });
  const used = {
    count: 1,
    first: [{ side: 'purchase', contractId, documentNumber: 'Z/2026/7777' }],
  };
  expect(await usage(material.id)).toEqual({
    id: material.id,
    usedIn: used,
    qualityOptions: [
      { id: main?.id, usedIn: used },
      { id: additional?.id, usedIn: used },
    ],
    variants: [{ id: variantId, usedIn: used }],
  });

  const conflict = { status: 409, code: 'CONFLICT' };
  expect(await failureOf(admin.call(deleteRawMaterial, { params: { id: material.id } }))).toMatchObject(
    conflict,
  );
  expect(await failureOf(admin.call(deleteVariant, { params: { id: variantId } }))).toMatchObject(conflict);
  const keepOnly = (quality: typeof main) =>
    failureOf(
      admin.call(changeRawMaterial, {
        params: { id: material.id },
        body: {
          name: 'Bez jakości',
          qualityOptions: quality ? [{ id: quality.id, title: quality.title }] : [],
        },
      }),
    );
  for (const quality of [main, additional]) {
    expect(await keepOnly(quality)).toMatchObject({
      ...conflict,
      fields: [{ path: 'quality_options', code: 'CONFLICT' }],
    });
  }

  await user.call(contracts.purchase.delete, { params: { id: contractId } });
  expect(await admin.call(deleteVariant, { params: { id: variantId } })).toBe(true);
  expect(await admin.call(deleteRawMaterial, { params: { id: material.id } })).toBe(true);
});

it('a quality that no contract uses can be deleted, even if contracts use qualities of other raw materials', async () => {
  const [elsewhere, material] = [await makeMaterial(admin), await makeMaterial(admin)];
  await makeContract(user, 'purchase', elsewhere, {
    additionalCargoOption: [{ price: 1_000, rawMaterialQualityId: elsewhere.qualityId }],
  });
  const { name, qualityOptions } = await find(material.id);
  const [kept] = qualityOptions;
  if (kept === undefined) throw new Error('There is no quality to keep');
  const body = { name, qualityOptions: [{ id: kept.id, title: kept.title }] };
  expect(await admin.call(changeRawMaterial, { params: { id: material.id }, body })).toBe(true);
  expect((await find(material.id)).qualityOptions).toMatchObject(body.qualityOptions);
});

it('two qualities can swap their titles in one request; a repeated title is an error at the second quality', async () => {
  const material = await makeMaterial(admin);
  const { name, qualityOptions } = await find(material.id);
  const [first, second] = qualityOptions.map(({ id }) => id);
  await admin.call(changeRawMaterial, {
    params: { id: material.id },
    body: {
      name,
      qualityOptions: [
        { id: second, title: 'Konsumpcyjna' },
        { id: first, title: 'Paszowa' },
      ],
    },
  });
  expect((await find(material.id)).qualityOptions).toMatchObject([
    { id: second, title: 'Konsumpcyjna' },
    { id: first, title: 'Paszowa' },
  ]);
  expect(
    await failureOf(
      admin.call(changeRawMaterial, {
        params: { id: material.id },
        body: { name, qualityOptions: [{ title: 'Paszowa' }, { title: ' paszowa' }] },
      }),
    ),
  ).toMatchObject({
    status: 409,
    code: 'NAME_IS_DUPLICATED',
    fields: [{ path: 'quality_options.1.title', code: 'NAME_IS_DUPLICATED' }],
  });
});

it('a new quality can get the former title of a quality that is renamed in the same request', async () => {
  const material = await makeMaterial(admin);
  const { name, qualityOptions } = await find(material.id);
  const [first] = qualityOptions;
  const taken = [{ title: 'Konsumpcyjna' }, { id: first?.id, title: 'Browarna' }];
  await admin.call(changeRawMaterial, {
    params: { id: material.id },
    body: { name, qualityOptions: taken },
  });
  expect((await find(material.id)).qualityOptions).toMatchObject(taken);
});

const foreignId = (index: number) => ({
  status: 400,
  fields: [{ path: `quality_options.${index}.id`, code: 'VALUE_IS_WRONG' }],
});

it('a quality id of another raw material is rejected; an unknown quality id creates a new quality', async () => {
  const [material, other] = [await makeMaterial(admin), await makeMaterial(admin)];
  const { name, qualityOptions } = await find(material.id);
  const before = await find(other.id);
  const save = (id: number) =>
    admin.call(changeRawMaterial, {
      params: { id: material.id },
      body: { name, qualityOptions: [...qualityOptions, { id, title: 'Cudza' }] },
    });
  expect(await failureOf(save(other.qualityId))).toMatchObject(foreignId(qualityOptions.length));
  const body = { name: 'Z cudzą jakością', qualityOptions: [{ id: other.qualityId, title: 'Cudza' }] };
  expect(await failureOf(admin.call(createRawMaterial, { body }))).toMatchObject(foreignId(0));
  expect(await find(other.id)).toEqual(before);
  await save(Number.MAX_SAFE_INTEGER);
  expect((await find(material.id)).qualityOptions.at(-1)).toMatchObject({ title: 'Cudza' });
});

it('a request with the same quality id twice is rejected with an error at the second entry, and changes no quality', async () => {
  const material = await makeMaterial(admin);
  const { name, qualityOptions } = await find(material.id);
  const [first] = qualityOptions;
  const twice = ['Browarna', 'Młynarska'].map((title) => ({ id: first?.id, title }));
  const save = admin.call(changeRawMaterial, {
    params: { id: material.id },
    body: { name, qualityOptions: [{ title: 'Nowa' }, ...twice] },
  });
  expect(await failureOf(save)).toMatchObject({
    status: 400,
    code: 'VALUE_IS_DUPLICATED',
    fields: [{ path: 'quality_options.2.id', code: 'VALUE_IS_DUPLICATED' }],
  });
  expect(await find(material.id)).toMatchObject({ qualityOptions });
});

it('an invalid parameter value of a quality is rejected with an error that names the field of the value', async () => {
  const material = await makeMaterial(admin);
  const { id: parameterId } = await admin.call(upsertParameter, {
    body: { rawMaterialId: material.id, name: 'Wilgotność', type: 'NUMBER', unit: '%' },
  });
  const save = (values: { parameterId: number; value: string | number }[]) =>
    failureOf(
      admin.call(changeRawMaterial, {
        params: { id: material.id },
        body: {
          name: 'Wilgotny',
          qualityOptions: [{ title: 'Sucha' }, { title: 'Mokra', parameterValues: values }],
        },
      }),
    );
  expect(await save([{ parameterId, value: 'dużo' }])).toMatchObject({
    status: 400,
    fields: [{ path: 'quality_options.1.parameter_values.0.value', code: 'RAW_MATERIAL_WRONG_DATA_TYPE' }],
  });
  const twice = { parameterId, value: '14.5' };
  expect(await save([twice, twice])).toMatchObject({
    status: 400,
    fields: [{ path: 'quality_options.1.parameter_values.1.value', code: 'VALUE_IS_DUPLICATED' }],
  });
  expect(await save([{ parameterId, value: 'a\u0000b' }])).toMatchObject({ status: 400 });
  for (const value of [2_147_483_648, '2147483648', '-1e12']) {
    // oxlint-disable-next-line no-await-in-loop -- the requests run in sequence
    expect(await save([{ parameterId, value }])).toMatchObject({
      status: 400,
      fields: [{ path: 'quality_options.1.parameter_values.0.value', code: 'VALUE_IS_WRONG' }],
    });
  }
});

it('a parameter type cannot change to NUMBER while a quality has a value that is not a valid number', async () => {
  for (const value of ['żółty', '5901234123457', '0x1F']) {
    // oxlint-disable no-await-in-loop -- the requests run in sequence
    const material = await makeMaterial(admin);
    const text = { rawMaterialId: material.id, name: 'Kod', type: 'TEXT' as const };
    const { id } = await admin.call(upsertParameter, { body: text });
    const { name } = await find(material.id);
    await admin.call(changeRawMaterial, {
      params: { id: material.id },
      body: {
        name,
        qualityOptions: [{ title: 'Jasna', parameterValues: [{ parameterId: id, value }] }],
      },
    });
    expect(
      await failureOf(admin.call(upsertParameter, { body: { ...text, id, type: 'NUMBER' } })),
    ).toMatchObject({ status: 400, fields: [{ path: 'type', code: 'RAW_MATERIAL_WRONG_DATA_TYPE' }] });
    // oxlint-enable no-await-in-loop
  }
});

it('a parameter value is validated against the new type if the parameter type changes during the request', async () => {
  const material = await makeMaterial(admin);
  const { id: parameterId } = await admin.call(upsertParameter, {
    body: { rawMaterialId: material.id, name: 'Kolor', type: 'TEXT' },
  });
  const rejected = await runDuring(
    test.pool,
    {
      // locks the parameter as the command that changes its type does
      before: (other) =>
        other.query('select from material_parameter where id = $1 for update', [parameterId]),
      meanwhile: (other) =>
        other.query("update material_parameter set type = 'NUMBER' where id = $1", [parameterId]),
    },
    () =>
      failureOf(
        admin.call(changeRawMaterial, {
          params: { id: material.id },
          body: {
            name: 'Barwny',
            qualityOptions: [{ title: 'Jasna', parameterValues: [{ parameterId, value: 'żółty' }] }],
          },
        }),
      ),
  );
  expect(rejected).toMatchObject({ code: 'RAW_MATERIAL_WRONG_DATA_TYPE' });
});

it('the audit log of a raw material has the old and the new parameter value of a quality', async () => {
  const material = await makeMaterial(admin);
  const { name, qualityOptions } = await find(material.id);
  const { id: parameterId } = await admin.call(upsertParameter, {
    body: { rawMaterialId: material.id, name: 'Wilgotność', type: 'NUMBER', unit: '%' },
  });
  const [first, second] = qualityOptions.map(({ id, title }) => ({ id, title }));
  const save = (value: string) =>
    admin.call(changeRawMaterial, {
      params: { id: material.id },
      body: {
        name,
        qualityOptions: [
          { ...first, title: 'Konsumpcyjna', parameterValues: [{ parameterId, value }] },
          { ...second, title: 'Paszowa' },
        ],
      },
    });
  await save('14.5');
  await save('15');
  await save('15');
  const { list } = await user.call(listAuditEntries, {
    query: { entity: 'material', entityId: material.id },
  });
  const quality = (values: object[]) => [
    { ...first, values },
    { ...second, values: [] },
  ];
  expect(
    list.filter(({ action }) => action === 'changed').map(({ changes }) => changes['qualityOptions']),
  ).toEqual([
    [quality([{ name: 'Wilgotność', value: '14.5' }]), quality([{ name: 'Wilgotność', value: '15' }])],
    [quality([]), quality([{ name: 'Wilgotność', value: '14.5' }])],
  ]);
});

it('the audit log of a raw material has the old and new name, and the old and new display order', async () => {
  const material = await makeMaterial(admin);
  const before = await find(material.id);
  await admin.call(changeRawMaterial, {
    params: { id: material.id },
    body: { name: `${before.name} ozima`, displayOrder: before.displayOrder + 1 },
  });
  const { list } = await user.call(listAuditEntries, {
    query: { entity: 'material', entityId: material.id },
  });
  expect(list[0]).toMatchObject({
    action: 'changed',
    changes: {
      name: [before.name, `${before.name} ozima`],
      displayOrder: [before.displayOrder, before.displayOrder + 1],
    },
  });
});

it('an unchanged variant or parameter writes no audit entry', async () => {
  const material = await makeMaterial(admin);
  const moisture = { rawMaterialId: material.id, name: 'Wilgotność', type: 'NUMBER' as const, unit: '%' };
  const { id } = await admin.call(upsertParameter, { body: moisture });
  const { id: variantId } = await admin.call(createVariant, {
    body: { rawMaterialId: material.id, name: 'Ozima' },
  });
  await admin.call(upsertParameter, { body: { ...moisture, id } });
  await admin.call(changeVariant, { params: { id: variantId }, body: { name: 'Ozima' } });
  const { list } = await user.call(listAuditEntries, {
    query: { entity: 'material', entityId: material.id },
  });
  expect(list.filter(({ action }) => action.endsWith('Changed'))).toEqual([]);
});

it('an audit entry of a changed parameter has the former name of the parameter as its subject', async () => {
  const material = await makeMaterial(admin);
  const moisture = { rawMaterialId: material.id, name: 'Wilgotność', type: 'NUMBER' as const };
  const { id } = await admin.call(upsertParameter, { body: { ...moisture, unit: '%' } });
  await admin.call(upsertParameter, { body: { ...moisture, id, name: 'Woda', unit: 'promil' } });
  const { list } = await user.call(listAuditEntries, {
    query: { entity: 'material', entityId: material.id },
  });
  expect(list[0]).toMatchObject({
    action: 'parameterChanged',
    subject: 'Wilgotność',
    changes: { unit: ['%', 'promil'] },
  });
});

it('an audit entry of a discount table has the name, the side and the currency of the table as its subject', async () => {
  const material = await makeMaterial(admin);
  const table = {
    name: 'Standard',
    rawMaterialId: material.id,
    side: 'sales' as const,
    currency: 'EUR' as const,
    rules: [],
  };
  const { id } = await admin.call(createDiscountTable, { body: table });
  await admin.call(changeDiscountTable, { params: { id }, body: { ...table, name: 'Zimowa' } });
  await admin.call(deleteDiscountTable, { params: { id } });
  const { list } = await user.call(listAuditEntries, {
    query: { entity: 'material', entityId: material.id },
  });
  expect(list.slice(0, 3).map(({ action, subject }) => [action, subject])).toEqual([
    ['discountTableDeleted', 'Zimowa (kontrakty sprzedaży, EUR)'],
    ['discountTableChanged', 'Standard (kontrakty sprzedaży, EUR)'],
    ['discountTableCreated', 'Standard (kontrakty sprzedaży, EUR)'],
  ]);
});

it('a new number with more than three decimal places is rejected; a stored one can be saved unchanged', async () => {
  const material = await makeMaterial(admin);
  const { id: parameterId } = await admin.call(upsertParameter, {
    body: { rawMaterialId: material.id, name: 'Wilgotność', type: 'NUMBER', unit: '%' },
  });
  const { name, qualityOptions } = await find(material.id);
  const [{ id, title } = { id: 0, title: '' }] = qualityOptions;
  const save = (value: string | number) =>
    admin.call(changeRawMaterial, {
      params: { id: material.id },
      body: { name, qualityOptions: [{ id, title, parameterValues: [{ parameterId, value }] }] },
    });
  for (const value of ['14.12345', 14.1234, '1e-4']) {
    // oxlint-disable-next-line no-await-in-loop -- the requests run in sequence
    expect(await failureOf(save(value))).toMatchObject({
      status: 400,
      fields: [{ path: 'quality_options.0.parameter_values.0.value', code: 'VALUE_IS_WRONG' }],
    });
  }
  await save('14.123');
  await test.pool.query("update quality_parameter_value set value = '14.12345' where quality_id = $1", [id]);
  await save('14.12345');
  expect((await find(material.id)).qualityOptions).toEqual([
    { id, title, parameterValues: [{ parameterId, value: '14.12345' }] },
  ]);
});
