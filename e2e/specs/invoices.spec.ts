import { AxeBuilder } from '@axe-core/playwright';
import { createInvoice } from '@spichlerz/shared/wire/invoices';
import {
  dayAsTyped,
  dayFromToday,
  makeAllocatedContracts,
  makeReleasedTransport,
  uniqueMark,
} from '../records.ts';
import { expect, expectNotification, rowOf, test, type, typeDay } from '../screen.ts';
import { confirm, search } from '../trading-steps.ts';

test('an invoice of two transports gets its KSeF number and due date once, and is paid with both', async ({
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
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().include('form').analyze();
  expect(violations).toEqual([]);
  // the checksum of the right number is AF
  await type(dialog, 'Nr KSeF', '5265877635-20250826-0100001AF629-AA');
  await typeDay(dialog, 'Termin płatności', dayAsTyped(14));
  await expect(dialog.getByText('Wpisz numer KSeF w postaci')).toBeVisible();
  await type(dialog, 'Nr KSeF', 'off');
  await dialog.getByRole('button', { name: 'Zapisz' }).click();
  await expectNotification(page, 'Zapisano fakturę');
  await expect(row).toContainText('OFF');
  await expect(row).not.toContainText('Po terminie');
  await row.getByRole('button', { name: `Akcje: ${number}` }).click();
  await page.getByRole('menuitem', { name: 'Oznacz jako opłaconą' }).click();
  await confirm(page, 'Oznaczyć fakturę jako opłaconą?', 'Oznacz jako opłaconą');
  await expectNotification(page, 'Oznaczono fakturę jako opłaconą');
  await page.goto(`/invoices/sales?isPaid=true&search=${encodeURIComponent(number)}`);
  await row.getByRole('button', { name: number, exact: true }).click();
  await expect(dialog.getByLabel('Nr faktury')).toBeDisabled();
  await expect(dialog.getByText('Opłacone')).toHaveCount(2);
});
