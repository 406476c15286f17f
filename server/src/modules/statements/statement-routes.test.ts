import { SIDES, type Side } from '@spichlerz/shared/domain/side';
import { listAuditEntries } from '@spichlerz/shared/wire/audit-log';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { sendPrintouts } from '@spichlerz/shared/wire/printout-mails';
import {
  movePurchaseSettlement,
  moveSalesSettlement,
  settlePurchase,
  settleSale,
} from '@spichlerz/shared/wire/settlements';
import { createStatement, listStatements, printStatement } from '@spichlerz/shared/wire/statements';
import { changeTransportStatus } from '@spichlerz/shared/wire/transports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import {
  type Material,
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
  setTransportStatuses,
} from '../../testing/make.ts';
import { readPrintout } from '../../testing/printout.ts';
import { above, qualityWorld, recipient } from '../../testing/quality.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

let test: TestApp;
let user: TestUser;
let admin: TestUser;
let material: Material;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  admin = await createTestUser(test, 'ADMIN');
  material = await makeMaterial(admin);
});
afterAll(() => test.close());

const transportIdsOf = async (count: number, from: number, to: number) => {
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1)
    ids.push(await makeTransport(user, from, to, { registrationNumber: `PO ${10_000 + index}` }));
  return ids;
};

const settle = (transportId: number, price: number, deductions?: string) =>
  user.call(settlePurchase, {
    body: {
      transportId,
      realPurchaseCargoPrice: price,
      realPurchaseCargoQuality: 'Paszowa',
      ...(deductions !== undefined && { deductions }),
    },
  });

async function pair() {
  const [from, to] = [
    await makeContract(user, 'purchase', material, { quantityKg: 2_000_000 }),
    await makeContract(user, 'sales', material, { quantityKg: 2_000_000 }),
  ];
  await makeAllocation(user, from, to, 2_000_000);
  return { from, to };
}

const create = (side: 'purchase' | 'sales', transportIds: number[]) =>
  user.call(createStatement, { body: { side, transportIds } });
const print = (id: number) => readPrintout(test, user, printStatement, { params: { id } });

/**
 * Moves a settled transport: reverts its settlement first, and before a move to another sale also its release.
 */
async function move(side: Side, transportId: number, target: number): Promise<void> {
  await user.call(settlePurchase, {
    body: { transportId, purchaseSettlementStatus: 'TO_BE_SETTLED', reason: 'Inny kontrakt' },
  });
  if (side === 'purchase') {
    await user.call(movePurchaseSettlement, { body: { transportId, newPurchaseId: target } });
    return;
  }
  await setTransportStatuses(user, transportId, 'DELIVERED');
  await user.call(moveSalesSettlement, { body: { transportId, newSalesId: target } });
  await setTransportStatuses(user, transportId, 'TO_BE_SETTLED');
}

describe('a settlement statement', () => {
  it('contains prices, kilograms and deductions, and does not change after one of its settlements is reverted', async () => {
    const { from, to } = await pair();
    const ids = await transportIdsOf(40, from, to);
    for (const id of ids) await setTransportStatuses(user, id, 'DELIVERED', 'TO_BE_SETTLED');
    for (const id of ids) await settle(id, 79_333, 'Wilgotność 15,2%');
    const { id, number } = await create('purchase', ids);
    expect(number).toMatch(/^RZ\/\d{4}\/\d{4}$/);
    const before = await print(id);
    expect(before.text).toContain(`Rozliczenie ${number}`);
    for (const [index] of ids.entries()) expect(before.text).toContain(`PO ${10_000 + index}`);
    expect(before.text).toContain('25,000 25,000 800,00 793,33 19 833,25');
    expect(before.text).toContain('Potrącenia i dopłaty: Wilgotność 15,2%');
    expect(before.text).toContain('Razem 1 000,000 1 000,000 793 330,00');

    const [first = 0] = ids;
    await user.call(settlePurchase, {
      body: { transportId: first, purchaseSettlementStatus: 'TO_BE_SETTLED', reason: 'Zła cena' },
    });
    expect((await print(id)).pages).toEqual(before.pages);
    await settle(first, 70_000);
    expect((await print(id)).pages).toEqual(before.pages);
    const second = await create('purchase', [first]);
    expect(second.number).not.toBe(number);
    const { list } = await user.call(listStatements, { query: { side: 'purchase', transportId: [first] } });
    expect(list.map((one) => one.number)).toEqual([second.number, number]);
    expect(list[1]).toMatchObject({ transportIds: ids, mails: [] });
  });

  it('prints the reading of the arbiter, even if the contract prescribes the reading of the recipient', async () => {
    const { makeGoods, makeTrade, measure, settle: settleByRules } = qualityWorld(user, admin);
    const goods = await makeGoods();
    const { moisture, impurities } = goods.parameters;
    const { transport } = await makeTrade(goods, [above(moisture, 14.5, { step: 0.5, rate: 1000 })]);
    const arbiter = { parameterId: moisture, source: 'ARBITER', value: 16.1 } as const;
    const loading = { parameterId: impurities, source: 'LOADING', value: 3 } as const;
    await measure(transport, [recipient(moisture, 14), arbiter, loading]);
    await settleByRules(transport);
    const { text } = await print((await create('purchase', [transport])).id);
    expect(text).toContain(
      'Wyniki badań: Wilgotność 16,1 %. Potrącenia i dopłaty: Wilgotność 16,1 % (norma 14,5): 4 × 10,00 = −40,00 zł/t',
    );

    await measure(transport, [recipient(moisture, 14), recipient(impurities, 2)]);
    const later = await print((await create('purchase', [transport])).id);
    expect(later.text).toContain(
      'Wyniki badań: Wilgotność 16,1 %, Zanieczyszczenia 2 %. Potrącenia i dopłaty:',
    );
  });

  it('has a line for each option of a split sale', async () => {
    const { from, to } = await pair();
    const [id = 0] = await transportIdsOf(1, from, to);
    await setTransportStatuses(user, id, 'DELIVERED');
    expect(await failureOf(create('sales', [id]))).toMatchObject({
      status: 409,
      code: 'CANNOT_PRINT_ON_THIS_STATUS',
      fields: [{ path: 'transport_ids', code: 'CANNOT_PRINT_ON_THIS_STATUS' }],
    });
    await user.call(changeTransportStatus, {
      body: { transportId: id, status: 'TO_BE_SETTLED', realQuantityKg: 24_850 },
    });
    await qualityWorld(user, admin).measure(id, [], [{ place: 'LOADING', net: 25_010 }]);
    await user.call(settleSale, {
      body: {
        transportId: id,
        salesSettlementStatus: 'TO_BE_SETTLED',
        options: [
          { realQuantityKg: 20_000, realCargoPrice: 90_000, realCargoQuality: 'Konsumpcyjna' },
          { realQuantityKg: 4_800, realCargoPrice: 80_000, realCargoQuality: 'Paszowa' },
        ],
      },
    });
    const statement = await create('sales', [id]);
    const { text } = await print(statement.id);
    expect(text).toContain('25,010 24,850 20,000 800,00 900,00 18 000,00');
    expect(text.match(/25,010|24,850/g)).toHaveLength(3);
    expect(text).toContain('4,800 800,00 800,00 3 840,00');
    expect(text).toContain('Razem 24,850 24,800 21 840,00');
  });

  it('that is mailed has an entry with the mail status in the audit log of each of its contracts', async () => {
    const { from, to } = await pair();
    const { supplier } = await user.call(contracts.purchase.dashboard, { params: { id: from } });
    const second = await makeContract(user, 'purchase', material, { purchaseSupplierId: supplier?.id ?? 0 });
    const sale = await makeContract(user, 'sales', material);
    await makeAllocation(user, second, sale, 25_000);
    const ids = [...(await transportIdsOf(1, from, to)), ...(await transportIdsOf(1, second, sale))];
    for (const id of ids) await setTransportStatuses(user, id, 'DELIVERED', 'TO_BE_SETTLED');
    for (const id of ids) await settle(id, 79_333);
    const { id, number } = await create('purchase', ids);
    const send = () =>
      user.call(sendPrintouts, {
        body: {
          mails: [{ kind: 'STATEMENT', id, recipients: ['dostawca@firma.test'], subject: number }],
        },
      });
    await send();
    for (const contractId of [from, second]) {
      const { list } = await user.call(listAuditEntries, { query: { contractId } });
      expect(list[0]).toMatchObject({
        action: 'printoutMailed',
        changes: { printout: [null, `Rozliczenie ${number}`] },
        mails: [{ recipient: 'dostawca@firma.test', status: 'QUEUED' }],
      });
    }
    await test.pool.query(`update statement set contract_ids = '{}' where id = $1`, [id]);
    expect(await failureOf(send())).toMatchObject({ code: 'SETTLEMENT_NOT_FOUND' });
  });

  it('has an audit entry with its own recipients when one request mails two statements of a contract', async () => {
    const { from, to } = await pair();
    const ids = await transportIdsOf(2, from, to);
    const statements: { id: number; number: string }[] = [];
    for (const id of ids) {
      await setTransportStatuses(user, id, 'DELIVERED', 'TO_BE_SETTLED');
      await settle(id, 79_333);
      statements.push(await create('purchase', [id]));
    }
    const [first, second] = statements.map(({ id, number }) => ({
      kind: 'STATEMENT' as const,
      id,
      subject: number,
    }));
    if (first === undefined || second === undefined) throw new Error('no statement');
    const mailed = async () => {
      const { list } = await user.call(listAuditEntries, { query: { contractId: from } });
      return list
        .filter(({ action }) => action === 'printoutMailed')
        .map(({ changes, mails }) => [changes['printout']?.[1], mails.map((mail) => mail.recipient)]);
    };
    await user.call(sendPrintouts, {
      body: {
        mails: [
          { ...first, recipients: ['rolnik@firma.test', 'biuro@firma.test'] },
          { ...second, recipients: ['ksiegowa@firma.test'] },
          { ...second, recipients: ['prezes@firma.test'] },
        ],
      },
    });
    const [firstTitle, secondTitle] = [`Rozliczenie ${first.subject}`, `Rozliczenie ${second.subject}`];
    expect(await mailed()).toEqual([
      [secondTitle, ['prezes@firma.test']],
      [secondTitle, ['ksiegowa@firma.test']],
      [firstTitle, ['rolnik@firma.test', 'biuro@firma.test']],
    ]);
  });

  it.each(SIDES)(
    'of the %s side is no longer listed for its transport after the transport moves to another contractor',
    async (side) => {
      const { from, to } = await pair();
      const own = { purchase: from, sales: to }[side];
      const [id = 0] = await transportIdsOf(1, from, to);
      await setTransportStatuses(user, id, 'DELIVERED', 'TO_BE_SETTLED');
      await settle(id, 79_333);
      const stated = await create(side, [id]);
      const numbers = async () => {
        const { list } = await user.call(listStatements, { query: { side, transportId: [id] } });
        return list.map(({ number }) => number);
      };
      const mailed = async (contractId: number) => {
        const { list } = await user.call(listAuditEntries, { query: { contractId } });
        return list.filter(({ action }) => action === 'printoutMailed').map(({ mails }) => mails.length);
      };
      const other = await makeContract(user, side, material);
      await move(side, id, other);
      expect(await numbers()).toEqual([]);
      await user.call(sendPrintouts, {
        body: {
          mails: [{ kind: 'STATEMENT', id: stated.id, recipients: ['a@firma.test'], subject: stated.number }],
        },
      });
      expect([await mailed(own), await mailed(other)]).toEqual([[1], []]);

      await settle(id, 70_000);
      const second = await create(side, [id]);
      expect(await numbers()).toEqual([second.number]);
      await move(side, id, own);
      expect(await numbers()).toEqual([stated.number]);
    },
  );

  it('is still listed for its transport after the transport moves to another contract of the same contractor', async () => {
    const { from, to } = await pair();
    const { supplier } = await user.call(contracts.purchase.dashboard, { params: { id: from } });
    const [id = 0] = await transportIdsOf(1, from, to);
    await setTransportStatuses(user, id, 'DELIVERED', 'TO_BE_SETTLED');
    await settle(id, 79_333);
    const { number } = await create('purchase', [id]);
    await move(
      'purchase',
      id,
      await makeContract(user, 'purchase', material, { purchaseSupplierId: supplier?.id ?? 0 }),
    );
    const { list } = await user.call(listStatements, { query: { side: 'purchase', transportId: [id] } });
    expect(list).toMatchObject([{ number }]);
  });

  it('requires existing, settled transports of one contractor, without a repeated transport', async () => {
    const [one, other] = [await pair(), await pair()];
    const [first = 0] = await transportIdsOf(1, one.from, one.to);
    const [second = 0] = await transportIdsOf(1, other.from, other.to);
    for (const id of [first, second]) await setTransportStatuses(user, id, 'DELIVERED', 'TO_BE_SETTLED');
    expect(await failureOf(create('purchase', [first]))).toMatchObject({
      code: 'CANNOT_PRINT_ON_THIS_STATUS',
    });
    for (const id of [first, second]) await settle(id, 79_333);
    expect(await failureOf(create('purchase', [first, second]))).toMatchObject({
      status: 409,
      code: 'CONTRACT_IS_NOT_COMPATIBLE',
    });
    expect(await failureOf(create('purchase', [999_999]))).toMatchObject({ code: 'TRANSPORT_NOT_FOUND' });
    expect(await failureOf(create('purchase', [first, first]))).toMatchObject({
      status: 400,
      fields: [{ path: 'transport_ids.1', code: 'VALUE_IS_DUPLICATED' }],
    });
    expect(await failureOf(print(999_999))).toMatchObject({ status: 404 });
  });
});
