import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { createDiscountTable } from '@spichlerz/shared/wire/discount-tables';
import { listQualityOptions, upsertParameter } from '@spichlerz/shared/wire/materials';
import { getTransportReadings } from '@spichlerz/shared/wire/quality';
import { listSettlements } from '@spichlerz/shared/wire/settlements';
import { getTransport } from '@spichlerz/shared/wire/transports';
import { extractText, getDocumentProxy } from 'unpdf';
import { findViolations } from '../axe.ts';
import type { Client } from '../client.ts';
import {
  type AllocatedContracts,
  makeAllocatedContracts,
  makeMaterial,
  makeTransport,
  registrationOf,
  uniqueMark,
} from '../records.ts';
import {
  chooseRowAction,
  expect,
  expectNotification,
  normalizeSpaces,
  rowOf,
  test,
  typeNumber,
} from '../screen.ts';

/**
 * Creates contracts of a new raw material. The purchase deducts 10 zł/t for each started 0.5 % of moisture
 * above 14.5 %, and has an acceptance limit of 18 %.
 */
async function makeContractsWithRules(colleague: Client): Promise<AllocatedContracts> {
  const { id, name } = await makeMaterial(colleague);
  const moisture = await colleague(upsertParameter, {
    body: { rawMaterialId: id, name: 'Wilgotność', type: 'NUMBER', unit: '%' },
  });
  const table = await colleague(createDiscountTable, {
    body: {
      name: `Zasady ${uniqueMark()}`,
      rawMaterialId: id,
      side: 'purchase',
      currency: 'PLN',
      rules: [
        {
          parameterId: moisture.id,
          direction: 'ABOVE',
          norm: 14.5,
          effect: 'PRICE_AMOUNT',
          stepping: 'STARTED',
          step: 0.5,
          rate: 1_000,
          refuseAt: 18,
        },
      ],
    },
  });
  const [quality] = await colleague(listQualityOptions, { params: { id } });
  return makeAllocatedContracts(colleague, {
    discountTableId: table.id,
    material: { id, name, quality: { id: quality?.value ?? 0, title: quality?.label ?? '' } },
  });
}

const moistureOf = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Wilgotność (%)' });

/** Clears the reading of 18.2 %, types it again, changes its deduction to 50 zł and saves the settlement. */
async function settleWithChangedDeduction(page: Page, dialog: Locator): Promise<void> {
  const save = dialog.getByRole('button', { name: 'Zapisz rozliczenie' });
  await expect(moistureOf(dialog)).toHaveValue('18,2');
  await moistureOf(dialog).clear();
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  // Moves the pointer away first. If the button has appeared under the pointer, hovering fires no event.
  await page.mouse.move(0, 0);
  await save.hover();
  await expect(page.getByRole('tooltip', { name: 'Uzupełnij: Wilgotność.' })).toBeVisible();
  await typeNumber(moistureOf(dialog), '18,2');
  await expect(dialog.getByText('Odmowa wg tabeli: Wilgotność poza granicą przyjęcia.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Zmień: Wilgotność' }).click();
  await typeNumber(dialog.getByRole('textbox', { name: 'Zmieniona kwota: Wilgotność' }), '50');
  await dialog.getByRole('textbox', { name: 'Powód zmiany: Wilgotność' }).fill('Ustalono z dostawcą');
  await expect(dialog.getByText('po potrąceniach 750,00 zł/t')).toBeVisible();
  await save.click();
  await expectNotification(page, 'Zapisano rozliczenie zakupu');
}

test('readings typed at the release settle a purchase by its discount rules; a deduction can be changed; the printed statement contains the readings', async ({
  page,
  colleague,
}) => {
  const allocated = await makeContractsWithRules(colleague);
  const transports = [
    await makeTransport(colleague, allocated, 'DELIVERED', 24_000),
    await makeTransport(colleague, allocated, 'DELIVERED', 24_000),
  ];
  const [wet = '', dry = ''] = await Promise.all(transports.map((id) => registrationOf(colleague, id)));
  const settlement = (registration: string) =>
    page.getByRole('dialog', { name: `Rozliczenie zakupu, ${registration}` });
  await page.goto(`/contract/purchase-list/dashboard/${allocated.purchase.id}/settlement`);

  await test.step('the readings are typed at the release', async () => {
    await page.getByRole('checkbox', { name: 'Zaznacz wszystkie na stronie' }).check();
    await page.getByRole('button', { name: 'Przekaż do rozliczenia (2)' }).click();
    const release = page.getByRole('dialog', { name: 'Przekazanie do rozliczenia' });
    await typeNumber(release.getByRole('textbox', { name: `Wilgotność, ${wet}` }), '18,2');
    await typeNumber(release.getByRole('textbox', { name: `Wilgotność, ${dry}` }), '15,6');
    await release.getByRole('button', { name: 'Przekaż do rozliczenia' }).click();
    await expectNotification(page, 'Przekazano do rozliczenia');
  });

  await test.step('one press of Enter settles the purchase', async () => {
    await chooseRowAction(page, dry, 'Rozlicz');
    const dialog = settlement(dry);
    await expect(moistureOf(dialog)).toHaveValue('15,6');
    await expect(dialog.getByText('po potrąceniach 770,00 zł/t')).toBeVisible();
    await expect(dialog.getByText('Kwota 18 480 zł')).toBeVisible();
    await moistureOf(dialog).press('Enter');
    await expectNotification(page, 'Zapisano rozliczenie zakupu');
    const query = { purchaseId: allocated.purchase.id, search: dry };
    const { list } = await colleague(listSettlements.purchase, { query });
    const stored = { acceptedQuantity: 24_000, amount: 1_848_000, needsCorrection: false };
    expect(list).toMatchObject([{ purchaseSettlementStatus: 'SETTLED', ...stored }]);
  });

  await test.step('a transport with a reading beyond the acceptance limit is not settled by the discount table', async () => {
    const checkbox = rowOf(page, wet).getByRole('checkbox');
    await checkbox.check();
    await page.getByRole('button', { name: 'Rozlicz wg tabeli (1)' }).click();
    const bulk = page.getByRole('dialog', { name: 'Rozliczyć wg tabeli?' });
    await bulk.getByRole('button', { name: 'Rozlicz wg tabeli' }).click();
    await expect(page.getByText('Wynik poza granicą przyjęcia: Wilgotność.')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Zamknij', exact: true }).click();
    await checkbox.uncheck();
  });

  await test.step('the save button names a missing reading; a deduction is changed with a reason', async () => {
    await chooseRowAction(page, wet, 'Rozlicz');
    await settleWithChangedDeduction(page, settlement(wet));
  });

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Zestawienie rozliczenia', exact: true }).click(),
  ]);
  const document = await getDocumentProxy(new Uint8Array(await readFile(await download.path())));
  const { text } = await extractText(document, { mergePages: true });
  expect(normalizeSpaces(text)).toContain('Wilgotność 15,6 % (norma 14,5): 3 × 10,00 = −30,00 zł/t');
});

test('readings from two sources and two weigh tickets are saved, and the weight loss between the tickets is shown', async ({
  page,
  colleague,
}) => {
  const allocated = await makeContractsWithRules(colleague);
  const id = await makeTransport(colleague, allocated, 'DELIVERED', 24_000);
  const registration = await registrationOf(colleague, id);
  await page.goto(`/logistics?search=${registration}&status=DELIVERED`);
  await chooseRowAction(page, registration, 'Badania i waga');
  const dialog = page.getByRole('dialog', { name: `Badania i waga, ${registration}` });
  await typeNumber(dialog.getByRole('textbox', { name: 'Wilgotność, załadunek' }), '14,9');
  await typeNumber(dialog.getByRole('textbox', { name: 'Wilgotność, arbiter' }), '15,1');
  await dialog.getByRole('textbox', { name: 'Numer próbki, arbiter' }).fill('A/7');
  const ticket = (place: string) => dialog.getByRole('region', { name: `Kwit wagowy: ${place}` });
  await typeNumber(ticket('załadunek').getByRole('textbox', { name: 'Brutto' }), '40,1');
  await typeNumber(ticket('załadunek').getByRole('textbox', { name: 'Tara' }), '16');
  await expect(ticket('załadunek').getByRole('textbox', { name: 'Netto' })).toHaveValue('24,100');
  await typeNumber(ticket('rozładunek').getByRole('textbox', { name: 'Netto' }), '23,98');
  await expect(dialog.getByText('Ubytek wagi: 120 kg, czyli 0,498 % załadunku.')).toBeVisible();
  expect(await findViolations(page, { within: ['form'] })).toEqual([]);
  await dialog.getByRole('button', { name: 'Zapisz' }).click();
  await expectNotification(page, 'Zapisano badania i wagę');

  expect(await colleague(getTransportReadings, { params: { id } })).toMatchObject({
    readings: [
      { source: 'LOADING', value: 14.9, sampleNumber: null },
      { source: 'ARBITER', value: 15.1, sampleNumber: 'A/7' },
    ],
    tickets: [
      { place: 'LOADING', gross: 40_100, tare: 16_000, net: 24_100 },
      { place: 'UNLOADING', gross: null, net: 23_980 },
    ],
    lossKg: 120,
  });
  expect(await colleague(getTransport, { params: { id } })).toMatchObject({ realQuantityKg: 23_980 });
});
