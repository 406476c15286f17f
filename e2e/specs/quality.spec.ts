import { readFile } from 'node:fs/promises';
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
 * Creates contracts of a new raw material. Their purchase deducts 10 zł per started 0.5 of moisture over 14.5.
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

test('after readings were typed at the release, one press of Enter settles the purchase, and the statement prints them', async ({
  page,
  colleague,
}) => {
  const allocated = await makeContractsWithRules(colleague);
  const registration = await registrationOf(
    colleague,
    await makeTransport(colleague, allocated, 'DELIVERED', 24_000),
  );
  await page.goto(`/contract/purchase-list/dashboard/${allocated.purchase.id}/settlement`);
  await chooseRowAction(page, registration, 'Przekaż do rozliczenia');
  const release = page.getByRole('dialog', { name: 'Przekazanie do rozliczenia' });
  await typeNumber(release.getByRole('textbox', { name: 'Wilgotność' }), '15,6');
  await release.getByRole('button', { name: 'Przekaż do rozliczenia' }).click();
  await expectNotification(page, 'Przekazano do rozliczenia');

  await chooseRowAction(page, registration, 'Rozlicz');
  const dialog = page.getByRole('dialog', { name: `Rozliczenie zakupu, ${registration}` });
  await expect(dialog.getByRole('textbox', { name: 'Wilgotność (%)' })).toHaveValue('15,6');
  await expect(dialog.getByText('po potrąceniach 770,00 zł/t')).toBeVisible();
  await expect(dialog.getByText('Kwota 18 480 zł')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Wilgotność (%)' }).press('Enter');
  await expectNotification(page, 'Zapisano rozliczenie zakupu');

  const { list } = await colleague(listSettlements.purchase, {
    query: { purchaseId: allocated.purchase.id },
  });
  expect(list).toMatchObject([
    {
      purchaseSettlementStatus: 'SETTLED',
      acceptedQuantity: 24_000,
      amount: 1_848_000,
      needsCorrection: false,
    },
  ]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Zestawienie rozliczenia', exact: true }).click(),
  ]);
  const document = await getDocumentProxy(new Uint8Array(await readFile(await download.path())));
  const { text } = await extractText(document, { mergePages: true });
  expect(normalizeSpaces(text)).toContain('Wilgotność 15,6 % (norma 14,5): 3 × 10,00 = −30,00 zł/t');
});

test('readings of every source and both weigh tickets are saved, and the loss between both tickets is shown', async ({
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

test('a changed deduction needs a reason, and a transport without a reading is not settled by the discount table', async ({
  page,
  colleague,
}) => {
  const allocated = await makeContractsWithRules(colleague);
  const registrations = [
    await registrationOf(colleague, await makeTransport(colleague, allocated, 'DELIVERED')),
    await registrationOf(colleague, await makeTransport(colleague, allocated, 'DELIVERED')),
  ] as const;
  const [measured, unmeasured] = registrations;
  await page.goto(`/contract/purchase-list/dashboard/${allocated.purchase.id}/settlement`);
  await page.getByRole('checkbox', { name: 'Zaznacz wszystkie na stronie' }).check();
  await page.getByRole('button', { name: 'Przekaż do rozliczenia (2)' }).click();
  const release = page.getByRole('dialog', { name: 'Przekazanie do rozliczenia' });
  await typeNumber(release.getByRole('textbox', { name: `Wilgotność, ${measured}` }), '18,2');
  await release.getByRole('button', { name: 'Przekaż do rozliczenia' }).click();
  await expectNotification(page, 'Przekazano do rozliczenia');

  await chooseRowAction(page, measured, 'Rozlicz');
  const dialog = page.getByRole('dialog', { name: `Rozliczenie zakupu, ${measured}` });
  const save = dialog.getByRole('button', { name: 'Zapisz rozliczenie' });
  const moisture = dialog.getByRole('textbox', { name: 'Wilgotność (%)' });
  await expect(moisture).toHaveValue('18,2');
  await moisture.clear();
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  // Moves the pointer away first. The button may have appeared under the pointer, and hovering
  // would then fire no event.
  await page.mouse.move(0, 0);
  await save.hover();
  await expect(page.getByRole('tooltip', { name: 'Uzupełnij: Wilgotność.' })).toBeVisible();
  await typeNumber(moisture, '18,2');
  await expect(dialog.getByText('Odmowa wg tabeli: Wilgotność poza granicą przyjęcia.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Zmień: Wilgotność' }).click();
  await typeNumber(dialog.getByRole('textbox', { name: 'Zmieniona kwota: Wilgotność' }), '50');
  await dialog.getByRole('textbox', { name: 'Powód zmiany: Wilgotność' }).fill('Ustalono z dostawcą');
  await expect(dialog.getByText('po potrąceniach 750,00 zł/t')).toBeVisible();
  await save.click();
  await expectNotification(page, 'Zapisano rozliczenie zakupu');

  await rowOf(page, unmeasured).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Rozlicz wg tabeli (1)' }).click();
  const bulk = page.getByRole('dialog', { name: 'Rozliczyć wg tabeli?' });
  await bulk.getByRole('button', { name: 'Rozlicz wg tabeli' }).click();
  await expect(page.getByText('Brakuje wyniku: Wilgotność.')).toBeVisible();
});
