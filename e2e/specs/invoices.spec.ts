import { carriers } from '@spichlerz/shared/wire/carriers';
import { createInvoice } from '@spichlerz/shared/wire/invoices';
import { settlePurchase } from '@spichlerz/shared/wire/settlements';
import { changeTransportStatus, getTransport, settleFreight } from '@spichlerz/shared/wire/transports';
import { findViolations } from '../axe.ts';
import { findMail } from '../mail.ts';
import { navigateInApp } from '../navigation.ts';
import {
  changeTransportFields,
  dayAsTyped,
  dayFromToday,
  makeAllocatedContracts,
  makeReleasedTransport,
  makeTransport,
  registrationOf,
  uniqueMark,
} from '../records.ts';
import {
  expect,
  expectNotification,
  rowOf,
  searchAndChoose,
  test,
  type,
  typeDay,
  typeNumber,
} from '../screen.ts';
import { confirm, search } from '../trading-steps.ts';

test('an invoice of two transports gets a KSeF marker and a new due date, is marked as paid, and is then corrected', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const transportIds = [
    await makeReleasedTransport(colleague, allocated),
    await makeReleasedTransport(colleague, allocated),
  ];
  const number = `FS/${uniqueMark()}`;
  await colleague(createInvoice, {
    body: {
      kind: 'SALES',
      contractorId: allocated.recipientId,
      number,
      issueDate: dayFromToday(-20),
      dueDate: dayFromToday(-3),
      transportIds,
    },
  });
  await page.goto('/invoices');
  await page.getByRole('tab', { name: 'Sprzedaż' }).click();
  await search(page, number);
  const row = rowOf(page, number);
  await expect(row).toContainText('Po terminie');
  await row.getByRole('button', { name: number, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Faktura ${number}` });
  await expect(dialog.getByRole('table', { name: 'Transporty na fakturze' })).toContainText('50,000 t');
  expect(await findViolations(page, { within: ['form'] })).toEqual([]);
  // The last two characters are the checksum, which should be AF instead of AA.
  await type(dialog, 'Nr KSeF', '5265877635-20250826-0100001AF629-AA');
  await typeDay(dialog, 'Termin płatności', dayAsTyped(14));
  await expect(dialog.getByText('Suma kontrolna numeru KSeF się nie zgadza.')).toBeVisible();
  await type(dialog, 'Nr KSeF', 'off');
  await dialog.getByRole('button', { name: 'Zapisz' }).click();
  await expectNotification(page, 'Zapisano fakturę');
  await expect(row).toContainText('OFF');
  await expect(row).not.toContainText('Po terminie');
  await row.getByRole('button', { name: `Akcje: ${number}` }).click();
  await page.getByRole('menuitem', { name: 'Oznacz jako opłaconą' }).click();
  await confirm(page, 'Oznaczyć fakturę jako opłaconą?', 'Oznacz jako opłaconą');
  await expectNotification(page, 'Oznaczono fakturę jako opłaconą');
  await navigateInApp(
    page,
    `/invoices/sales?isPaid=true&search=${encodeURIComponent(number)}`,
    /isPaid=true/,
  );
  await row.getByRole('button', { name: number, exact: true }).click();
  await expect(dialog.getByLabel('Nr faktury')).toBeDisabled();
  await expect(dialog.getByText('Opłacone')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: `Akcje: ${number}` }).click();
  await page.getByRole('menuitem', { name: 'Wystaw korektę' }).click();
  const correction = page.getByRole('dialog', { name: `Korekta faktury ${number}` });
  await type(correction, 'Nr korekty', `${number}/K`);
  await typeNumber(correction.getByLabel('Różnica kwoty'), '-250');
  await type(correction, 'Powód korekty', 'Reklamacja jakości');
  await type(correction, 'Nr KSeF', '5265877635-20250826-0100001AF629-AF');
  await expect(correction).toContainText('zaczyna się od innego NIP niż NIP sprzedawcy');
  await type(correction, 'Nr KSeF', 'off');
  // The warning leaves after a delay and moves the button, which must not happen between press and release.
  await expect(correction).not.toContainText('zaczyna się od innego NIP');
  expect(await findViolations(page, { within: ['form'] })).toEqual([]);
  await correction.getByRole('button', { name: 'Zapisz korektę' }).click();
  await expectNotification(page, 'Zapisano korektę');
  const correctionRow = rowOf(page, `korekta do ${number}`);
  await expect(correctionRow).toContainText(/−250\szł/);
  // A correction that changes only the amount has no kilograms.
  await expect(correctionRow).not.toContainText('0,000');
  await row.getByRole('button', { name: number, exact: true }).click();
  await expect(dialog.getByRole('table', { name: 'Korekty faktury' })).toContainText(`Korekta ${number}/K`);
});

test('when a carrier invoice cannot include one of its two transports, this transport stays in the dialog and a retry adds it', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const first = await makeReleasedTransport(colleague, allocated);
  const second = await makeReleasedTransport(colleague, allocated);
  const mark = uniqueMark();
  await colleague(carriers.create, { body: { companyName: `Przewozy ${mark}` } });
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/transport`);
  await page.getByRole('checkbox', { name: 'Zaznacz wszystkie na stronie' }).check();
  await page.getByRole('button', { name: 'Faktura przewoźnika (2)' }).click();
  const dialog = page.getByRole('dialog', { name: /^Faktura przewoźnika/ });
  await expect(dialog).toContainText('tyle ile uzgodniono');
  expect(await findViolations(page, { within: ['form'] })).toEqual([]);
  await searchAndChoose(dialog, 'Przewoźnik', `Przewozy ${mark}`);
  await type(dialog, 'Nr faktury', `FT/${mark}`);
  const freight = dialog.getByLabel(`Fracht, ${await registrationOf(colleague, second)}`);
  await typeNumber(freight, '800');
  const { version } = await colleague(getTransport, { params: { id: first } });
  await colleague(settleFreight, {
    body: {
      transportId: first,
      status: 'INVOICE',
      freightAmount: 90_000,
      transportInvoiceNumber: `FT/${mark}/K`,
      transportInvoiceCreateDate: dayFromToday(0),
      version,
    },
  });
  await dialog.getByRole('button', { name: 'Zapisz fakturę' }).click();
  await expect(dialog.getByText('Na fakturze nie ma jeszcze: 1 transport.')).toBeVisible();
  await expect(freight).toBeHidden();
  await dialog.getByRole('button', { name: 'Zapisz fakturę' }).click();
  await expectNotification(page, 'Zapisano fakturę przewoźnika');
  await navigateInApp(page, `/invoices/freight?search=FT/${mark}`, /\/invoices\/freight\?search=/);
  await expect(rowOf(page, `FT/${mark}`)).toContainText(`Przewozy ${mark}`);
  await expect(rowOf(page, `FT/${mark}`)).toContainText('50,000 t');
});

test('two transports of a carrier get e-mailed orders, a statement and joint invoices, and the carrier invoice is paid', async ({
  page,
  colleague,
}) => {
  const carrier = `Przewozy ${uniqueMark()}`;
  await page.goto('/data/carrier-list/form');
  const form = page.getByRole('main');
  await type(form, 'Nazwa', carrier);
  await form.getByRole('textbox', { name: 'E-mail' }).first().fill('dyspozytor@spichlerz.test');
  await page.getByRole('button', { name: 'Zapisz', exact: true }).click();
  await expectNotification(page, 'Dodano przewoźnika');
  const { list } = await colleague(carriers.list, { body: { search: carrier } });
  const carrierId = list[0]?.id ?? null;
  const allocated = await makeAllocatedContracts(colleague);
  const ids = [await makeTransport(colleague, allocated), await makeTransport(colleague, allocated)];
  const orders: string[] = [];
  for (const id of ids) {
    await changeTransportFields(colleague, id, { carrierId });
    orders.push((await colleague(getTransport, { params: { id } })).orderNumber);
  }

  const logistics = `/logistics?search=${encodeURIComponent(carrier)}`;
  const selectAll = () => page.getByRole('checkbox', { name: 'Zaznacz wszystkie na stronie' }).check();
  await navigateInApp(page, logistics, /\/logistics\?search=/);
  await selectAll();
  await page.getByRole('button', { name: 'Wyślij zlecenia (2)' }).click();
  const mails = page.getByRole('dialog', { name: 'Wyślij zlecenia e-mailem (2)' });
  expect(await findViolations(page, { within: ['form'] })).toEqual([]);
  await mails.getByRole('button', { name: 'Wyślij (2)' }).click();
  await expectNotification(page, 'Dodano e-maile do wysłania');
  for (const order of orders) {
    const mail = () => findMail(page, `Zlecenie transportowe ${order}`);
    await expect(async () => expect(await mail()).toContain('dyspozytor@spichlerz.test')).toPass();
  }

  for (const transportId of ids) {
    for (const status of ['DELIVERED', 'TO_BE_SETTLED'] as const)
      await colleague(changeTransportStatus, { body: { transportId, status } });
    await colleague(settlePurchase, {
      body: { transportId, realPurchaseCargoPrice: 80_000, realPurchaseCargoQuality: 'Paszowa' },
    });
  }
  await navigateInApp(page, `/contract/purchase-list/dashboard/${allocated.purchase.id}/settlement`);
  await selectAll();
  const printed = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Wystaw rozliczenie (2)' }).click();
  expect((await printed).suggestedFilename()).toMatch(/^rozliczenie-rz-\d{4}-\d+\.pdf$/);

  await navigateInApp(page, logistics, /\/logistics\?search=/);
  for (const [button, title] of [
    ['Faktura zakupu (2)', 'Faktura zakupu, 2 transporty'],
    ['Faktura sprzedaży (2)', 'Faktura sprzedaży, 2 transporty'],
    ['Faktura przewoźnika (2)', 'Faktura przewoźnika, 2 transporty'],
  ] as const) {
    await selectAll();
    await page.getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog', { name: title });
    await type(dialog, 'Nr faktury', `F/${carrier}`);
    await typeDay(dialog, 'Termin płatności', dayAsTyped(-1));
    await dialog.getByRole('button', { name: 'Zapisz fakturę' }).click();
    await expect(dialog).toBeHidden();
  }

  const row = rowOf(page, `F/${carrier}`);
  for (const tab of ['', '/sales', '/freight']) {
    await navigateInApp(
      page,
      `/invoices${tab}?isOverdue=true&search=${encodeURIComponent(carrier)}`,
      /isOverdue=true/,
    );
    await expect(row).toContainText('Po terminie');
    await expect(row).toContainText('50,000 t');
  }
  await row.getByRole('button', { name: `Akcje: F/${carrier}` }).click();
  await page.getByRole('menuitem', { name: 'Oznacz jako opłaconą' }).click();
  await confirm(page, 'Oznaczyć fakturę jako opłaconą?', 'Oznacz jako opłaconą');
  await expectNotification(page, 'Oznaczono fakturę jako opłaconą');
  await expect(row).toBeHidden();
});
