import { getTransport, settleFreight } from '@spichlerz/shared/wire/transports';
import { collectUnexpectedErrors, failureAt, LOST_RESPONSE } from '../fault-injection.ts';
import {
  dayAsTyped,
  dayFromToday,
  makeAllocatedContracts,
  makeReleasedTransport,
  makeTransport,
  registrationOf,
} from '../records.ts';
import { testSaveFailures, type WriteCase } from '../save-cases.ts';
import {
  chooseRowAction,
  expect,
  expectNotification,
  searchAndChoose,
  test,
  type,
  typeDay,
  typeNumber,
} from '../screen.ts';
import { chooseStatus, confirm } from '../trading-steps.ts';

// Only an administrator may re-open a paid transport.
test.use({ account: 'admin' });

const logistics = (registration: string) => `/logistics?search=${encodeURIComponent(registration)}`;

const TRANSPORTS: readonly WriteCase[] = [
  {
    title: 'a change of a transport',
    fillForm: async (page, colleague) => {
      const id = await makeTransport(colleague, await makeAllocatedContracts(colleague));
      const registration = await registrationOf(colleague, id);
      await page.goto(logistics(registration));
      await chooseRowAction(page, registration, 'Edytuj');
      const dialog = page.getByRole('dialog', { name: 'Edytuj transport' });
      await type(dialog, 'Uwagi', 'brama od podwórza');
      return {
        form: dialog,
        url: '**/api/contract/transport-update/*',
        save: () => dialog.getByRole('button', { name: 'Zapisz', exact: true }).click(),
        fields: [[dialog.getByRole('textbox', { name: 'Uwagi' }), 'brama od podwórza']],
        notification: 'Zapisano transport',
        readStored: async () => (await colleague(getTransport, { params: { id } })).comment,
        stored: 'brama od podwórza',
      };
    },
  },
  {
    title: 'the unloading of a transport',
    fillForm: async (page, colleague) => {
      const id = await makeTransport(colleague, await makeAllocatedContracts(colleague), 'ON_THE_WAY');
      const registration = await registrationOf(colleague, id);
      await page.goto(logistics(registration));
      await chooseStatus(page, registration, 'W drodze', 'Dostarczony');
      const dialog = page.getByRole('dialog', { name: 'Dostarczenie transportu' });
      const weight = dialog.getByRole('textbox', { name: `Ilość rozładowana, ${registration}` });
      await typeNumber(weight, '24,48');
      return {
        form: dialog,
        url: '**/api/contract/transport-status-update',
        save: () => dialog.getByRole('button', { name: 'Oznacz jako dostarczony' }).click(),
        fields: [[weight, '24,480']],
        notification: 'Oznaczono jako dostarczony',
        readStored: async () => {
          const { status, realQuantityKg } = await colleague(getTransport, { params: { id } });
          return [status, realQuantityKg];
        },
        stored: ['DELIVERED', 24_480],
      };
    },
  },
  {
    title: 'a redirect of a transport',
    fillForm: async (page, colleague) => {
      const id = await makeTransport(colleague, await makeAllocatedContracts(colleague), 'ON_THE_WAY');
      const registration = await registrationOf(colleague, id);
      const { sale } = await makeAllocatedContracts(colleague);
      await page.goto(logistics(registration));
      await chooseRowAction(page, registration, 'Przekieruj');
      const dialog = page.getByRole('dialog', { name: `Przekieruj transport ${registration}` });
      await searchAndChoose(dialog, 'Nowy kontrakt sprzedaży', sale.number);
      await expect(dialog.getByText('Miejsce rozładunku:')).toBeVisible();
      await type(dialog, 'Uwagi', 'zadzwonić do młyna');
      return {
        form: dialog,
        url: '**/api/contract/transport-reallocate',
        save: async () => {
          await dialog.getByRole('button', { name: 'Dalej' }).click();
          await confirm(page, 'Przekierować transport?', 'Przekieruj');
        },
        fields: [
          [dialog.getByRole('combobox', { name: 'Nowy kontrakt sprzedaży' }), new RegExp(`^${sale.number},`)],
          [dialog.getByRole('textbox', { name: 'Uwagi' }), 'zadzwonić do młyna'],
        ],
        notification: 'Przekierowano transport',
        readStored: async () => {
          const { salesId, comment } = await colleague(getTransport, { params: { id } });
          return [salesId, comment];
        },
        stored: [sale.id, 'zadzwonić do młyna'],
      };
    },
  },
  {
    title: "a carrier's invoice",
    fillForm: async (page, colleague) => {
      const id = await makeReleasedTransport(colleague, await makeAllocatedContracts(colleague));
      const registration = await registrationOf(colleague, id);
      await page.goto(logistics(registration));
      await chooseRowAction(page, registration, 'Rozlicz fracht');
      const dialog = page.getByRole('dialog', { name: `Rozliczenie frachtu, ${registration}` });
      await typeDay(dialog, 'Data wystawienia', dayAsTyped(-1));
      await type(dialog, 'Nr faktury', 'FT/7');
      return {
        form: dialog,
        url: '**/api/contract/settlement-transport',
        save: () => dialog.getByRole('button', { name: 'Zapisz', exact: true }).click(),
        fields: [
          [dialog.getByRole('textbox', { name: 'Nr faktury' }), 'FT/7'],
          [dialog.getByRole('textbox', { name: 'Data wystawienia' }), dayAsTyped(-1)],
        ],
        notification: 'Rozliczono fracht',
        readStored: async () => {
          const saved = await colleague(getTransport, { params: { id } });
          return [saved.status, saved.transportInvoiceNumber, saved.transportInvoiceCreateDate];
        },
        stored: ['INVOICE', 'FT/7', dayFromToday(-1)],
      };
    },
  },
  {
    title: 'the re-opening of a paid transport',
    fillForm: async (page, colleague) => {
      const id = await makeReleasedTransport(colleague, await makeAllocatedContracts(colleague));
      const registration = await registrationOf(colleague, id);
      await colleague(settleFreight, {
        body: {
          transportId: id,
          status: 'PAID',
          freightAmount: 112_500,
          transportInvoiceNumber: 'FT/8',
          transportInvoiceCreateDate: dayFromToday(0),
          transportPaymentDate: dayFromToday(14),
        },
      });
      await page.goto(logistics(registration));
      await chooseStatus(page, registration, 'Opłacony', 'Zafakturowany');
      const dialog = page.getByRole('dialog', { name: 'Otworzyć transport ponownie?' });
      await type(dialog, 'Powód', 'zła kwota');
      return {
        form: dialog,
        url: '**/api/contract/transport-status-update',
        save: () => dialog.getByRole('button', { name: 'Otwórz ponownie' }).click(),
        fields: [[dialog.getByRole('textbox', { name: 'Powód' }), 'zła kwota']],
        notification: 'Otwarto transport ponownie',
        readStored: async () => (await colleague(getTransport, { params: { id } })).status,
        stored: 'INVOICE',
      };
    },
  },
];

testSaveFailures(TRANSPORTS, { isRepeatable: true });

for (const [outcome, failure] of [
  ['fails', failureAt(1)],
  ['loses its response', LOST_RESPONSE],
] as const) {
  test(`several transports are each unloaded once with the typed weight when the second request ${outcome}`, async ({
    page,
    colleague,
  }) => {
    const errors = collectUnexpectedErrors(page);
    const allocated = await makeAllocatedContracts(colleague);
    const transports = [
      { id: await makeTransport(colleague, allocated, 'ON_THE_WAY'), tonnes: '24,480' },
      { id: await makeTransport(colleague, allocated, 'ON_THE_WAY'), tonnes: '25,120' },
      { id: await makeTransport(colleague, allocated, 'ON_THE_WAY'), tonnes: '24,960' },
    ] as const;
    await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/transport`);
    await page.getByRole('checkbox', { name: 'Zaznacz wszystkie na stronie' }).check();
    await page
      .getByRole('group', { name: 'Zaznaczone' })
      .getByRole('button', { name: 'Zmień status' })
      .click();
    await page.getByRole('menuitem', { name: 'Dostarczony' }).click();
    const dialog = page.getByRole('dialog', { name: 'Dostarczenie transportów' });
    const weightOf = async (id: number) =>
      dialog.getByRole('textbox', { name: await registrationOf(colleague, id), exact: true });
    for (const { id, tonnes } of transports) await typeNumber(await weightOf(id), tonnes);

    const sent: (string | null)[] = [];
    await page.route('**/api/contract/transport-status-update', async (route) => {
      sent.push(route.request().postData());
      await (sent.length === 2 ? failure.respond(route) : route.continue());
    });
    const save = dialog.getByRole('button', { name: 'Oznacz jako dostarczone' });
    await save.click();
    await expect(dialog.getByText(`Nie udało się zapisać. ${failure.sentence}`)).toBeVisible();
    for (const { id, tonnes } of transports) await expect(await weightOf(id)).toHaveValue(tonnes);
    await save.click();
    await expectNotification(page, '3 transporty');
    // The second request is sent twice, the others once.
    expect(sent).toEqual([sent[0], sent[1], sent[1], sent[3]]);
    for (const { id, tonnes } of transports) {
      const { status, realQuantityKg } = await colleague(getTransport, { params: { id } });
      expect([status, realQuantityKg]).toEqual(['DELIVERED', Number(tonnes.replace(',', ''))]);
    }
    expect(errors).toEqual([]);
  });
}
