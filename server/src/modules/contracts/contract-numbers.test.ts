import { SIDES } from '@spichlerz/shared/domain/side';
import { proposeDocumentNumber } from '@spichlerz/shared/wire/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import { type Material, makeContract, makeMaterial } from '../../testing/make.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

let test: TestApp;
let user: TestUser;
let material: Material;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  material = await makeMaterial(await createTestUser(test, 'ADMIN'));
});
afterAll(() => test.close());

describe.each(SIDES)('the number of a %s contract', (side) => {
  it('must be unique among the contracts of its side, ignoring case and surrounding spaces', async () => {
    await makeContract(user, side, material, { documentNumber: `Abc/${side}` });
    const twin = failureOf(makeContract(user, side, material, { documentNumber: ` aBC/${side} ` }));
    expect(await twin).toMatchObject({
      status: 409,
      code: 'DOCUMENT_NUMBER_IS_DUPLICATED',
      fields: [{ path: 'document_number' }],
    });
  });

  it('is proposed as the next free number of the year', async () => {
    const { documentNumber } = await user.call(proposeDocumentNumber, { query: { side } });
    expect(documentNumber).toMatch(/^[ZS]\/\d{4}\/\d{4}$/);
    await makeContract(user, side, material, { documentNumber });
    const next = await user.call(proposeDocumentNumber, { query: { side } });
    expect(Number(next.documentNumber.slice(7))).toBe(Number(documentNumber.slice(7)) + 1);
  });

  it('is not proposed if an existing contract has the same number in lower case', async () => {
    const propose = () => user.call(proposeDocumentNumber, { query: { side } });
    const { documentNumber } = await propose();
    await makeContract(user, side, material, { documentNumber: documentNumber.toLowerCase() });
    const next = (await propose()).documentNumber;
    expect(Number(next.slice(7))).toBe(Number(documentNumber.slice(7)) + 1);
    // a number with more digits but a lower value
    const lower = documentNumber.replace(/\d+$/, '00001');
    for (const taken of [next, lower]) await makeContract(user, side, material, { documentNumber: taken });
    await makeContract(user, side, material, await propose());
  });
});
