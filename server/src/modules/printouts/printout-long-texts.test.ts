import { SALE_OPTIONS_MAX } from '@spichlerz/shared/domain/settlement';
import { contractors } from '@spichlerz/shared/wire/contractors';
import { printContract, printSettlements } from '@spichlerz/shared/wire/printouts';
import { settlePurchase, settleSale } from '@spichlerz/shared/wire/settlements';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  type Material,
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
  setTransportStatuses,
} from '../../testing/make.ts';
import { readPrintout } from '../../testing/printout.ts';
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

/** Returns as many different words as fit into the length, so that a missing word is detected. */
function words(length: number): string[] {
  const many = Array.from({ length }, (_, index) => `w${index}.`);
  return many.filter((_, index) => many.slice(0, index + 1).join(' ').length <= length);
}

/**
 * Returns the words of a text that the printout lacks. Skips words with WIDE, which may be broken over lines;
 * `wideOf` counts their letters.
 */
function missingWords(printout: string, text: string): string[] {
  return text.split(/\s/).filter((word) => !word.includes(WIDE) && !printout.includes(word));
}

/** One of the widest letters, which occurs nowhere else in the printout. */
const WIDE = 'Щ';
const wideOf = (text: string) => text.split(WIDE).length - 1;

/** Creates transports that are released for settlement. */
async function released(count: number) {
  const from = await makeContract(user, 'purchase', material);
  const to = await makeContract(user, 'sales', material);
  await makeAllocation(user, from, to, 100_000);
  const transports: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const registrationNumber = `PO ${10_000 + index}`;
    const transport = await makeTransport(user, from, to, { registrationNumber });
    await setTransportStatuses(user, transport, 'DELIVERED', 'TO_BE_SETTLED');
    transports.push(transport);
  }
  return { from, to, transports };
}

describe('a very long text in a printout', () => {
  it('is printed completely, as a contractor name and as the remarks of a contract', async () => {
    const { id: purchaseSupplierId } = await user.call(contractors.purchase.create, {
      body: {
        accountingMethod: 'RR',
        label: 'GR',
        companyName: 'DŁUGI',
        lastName: `Gospodarstwo ${'ż'.repeat(242)}`,
        pesel: '44051401359',
        countryCode: 'PL',
      },
    });
    const printedRemarks = words(2_000).join(' ');
    const id = await makeContract(user, 'purchase', material, { purchaseSupplierId, printedRemarks });
    const { text, pages } = await readPrintout(test, user, printContract.purchase, { params: { id } });
    // a word longer than a line is broken without losing letters
    expect(text.replaceAll(' ', '')).toContain('ż'.repeat(242));
    expect(text).toContain('PESEL 44051401359');
    expect(missingWords(text, printedRemarks)).toEqual([]);
    expect(pages.at(-1)).toContain(`strona ${pages.length} z ${pages.length}`);
  });

  it.each([
    ['2 000 characters', words(2_000).join(' ')],
    ['2 000 characters in one word', WIDE.repeat(2_000)],
    ['70 lines', Array.from({ length: 70 }, (_, index) => `parametr ${index}.`).join('\n')],
    ['one word on each line', words(2_000).join('\n')],
  ])(
    'is printed completely as the deductions of a transport, followed by the next transport: %s',
    async (_name, deductions) => {
      const { from, transports } = await released(2);
      for (const [index, transportId] of transports.entries()) {
        await user.call(settlePurchase, {
          body: {
            transportId,
            realPurchaseCargoPrice: 79_333,
            realPurchaseCargoQuality: 'Paszowa',
            ...(index === 0 && { deductions }),
          },
        });
      }
      const { text, pages } = await readPrintout(test, user, printSettlements.purchase, {
        params: { id: from },
      });
      expect(text).toContain('PO 10000 Paszowa 25,000 793,33 19 833,25');
      expect(text).toContain('PO 10001 Paszowa 25,000 793,33 19 833,25 -');
      expect(pages.length).toBeGreaterThan(1);
      expect(missingWords(text, deductions)).toEqual([]);
      expect(wideOf(text)).toBe(wideOf(deductions));
    },
  );

  it('is printed completely as each quality of a transport that is sold in several options', async () => {
    const { to, transports } = await released(1);
    const [transportId = 0] = transports;
    const qualities = Array.from({ length: SALE_OPTIONS_MAX }, (_, index) => `${index}${WIDE.repeat(254)}`);
    await user.call(settleSale, {
      body: {
        transportId,
        salesSettlementStatus: 'TO_BE_SETTLED',
        options: qualities.map((realCargoQuality) => ({
          realQuantityKg: 5_000,
          realCargoPrice: 90_000,
          realCargoQuality,
        })),
      },
    });
    const { text } = await readPrintout(test, user, printSettlements.sales, { params: { id: to } });
    expect(text).toContain(`PO 10000 PO 54321 0${WIDE}`);
    expect(wideOf(text)).toBe(SALE_OPTIONS_MAX * 254);
  });
});
