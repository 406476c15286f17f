import { getTransport, settleFreight } from '@spichlerz/shared/wire/transports';
import { failureFor, LOST_ANSWER, listenForMistakes } from '../fire.ts';
import {
  dayFromToday,
  makeAllocatedContracts,
  makeReleasedTransport,
  makeTransport,
  plateOf,
  typedDay,
} from '../records.ts';
import { chooseRowAction, expect, expectNotice, find, test, type, typeDay, typeFigure } from '../screen.ts';
import { loseResponses, tellSecondTries, type Write } from '../second-try.ts';
import { chooseStatus, confirm } from '../trading-steps.ts';

// an administrator may re-open what is paid
test.use({ account: 'admin' });

const logistics = (plate: string) => `/logistics?search=${encodeURIComponent(plate)}`;

const TRANSPORTS: readonly Write[] = [
  {
    what: 'a change of a truck',
    begin: async (page, colleague) => {
      const id = await makeTransport(colleague, await makeAllocatedContracts(colleague));
      const plate = await plateOf(colleague, id);
      await page.goto(logistics(plate));
      await chooseRowAction(page, plate, 'Edytuj');
      const dialog = page.getByRole('dialog', { name: 'Edytuj transport' });
      await type(dialog, 'Uwagi', 'brama od podwórza');
      return {
        form: dialog,
        call: '**/api/contract/transport-update/*',
        save: () => dialog.getByRole('button', { name: 'Zapisz', exact: true }).click(),
        kept: [[dialog.getByRole('textbox', { name: 'Uwagi' }), 'brama od podwórza']],
        notice: 'Zapisano transport',
        read: async () => (await colleague(getTransport, { params: { id } })).comment,
        written: 'brama od podwórza',
      };
    },
  },
  {
    what: 'the unloading of a truck',
    begin: async (page, colleague) => {
      const id = await makeTransport(colleague, await makeAllocatedContracts(colleague), 'ON_THE_WAY');
      const plate = await plateOf(colleague, id);
      await page.goto(logistics(plate));
      await chooseStatus(page, plate, 'W drodze', 'Dostarczony');
      const dialog = page.getByRole('dialog', { name: 'Dostarczenie transportu' });
      const weight = dialog.getByRole('textbox', { name: `Ilość rozładowana, ${plate}` });
      await typeFigure(weight, '24,48');
      return {
        form: dialog,
        call: '**/api/contract/transport-status-update',
        save: () => dialog.getByRole('button', { name: 'Oznacz jako dostarczony' }).click(),
        kept: [[weight, '24,480']],
        notice: 'Oznaczono jako dostarczony',
        read: async () => {
          const { status, realCargoQuantity } = await colleague(getTransport, { params: { id } });
          return [status, realCargoQuantity];
        },
        written: ['DELIVERED', 24_480],
      };
    },
  },
  {
    what: 'a redirection of a truck',
    begin: async (page, colleague) => {
      const id = await makeTransport(colleague, await makeAllocatedContracts(colleague), 'ON_THE_WAY');
      const plate = await plateOf(colleague, id);
      const { sale } = await makeAllocatedContracts(colleague);
      await page.goto(logistics(plate));
      await chooseRowAction(page, plate, 'Przekieruj');
      const dialog = page.getByRole('dialog', { name: `Przekieruj transport ${plate}` });
      await find(dialog, 'Nowy kontrakt sprzedaży', sale.number);
      await expect(dialog.getByText('Miejsce rozładunku:')).toBeVisible();
      await type(dialog, 'Uwagi', 'zadzwonić do młyna');
      return {
        form: dialog,
        call: '**/api/contract/transport-reallocate',
        save: async () => {
          await dialog.getByRole('button', { name: 'Dalej' }).click();
          await confirm(page, 'Przekierować transport?', 'Przekieruj');
        },
        kept: [
          [dialog.getByRole('combobox', { name: 'Nowy kontrakt sprzedaży' }), new RegExp(`^${sale.number},`)],
          [dialog.getByRole('textbox', { name: 'Uwagi' }), 'zadzwonić do młyna'],
        ],
        notice: 'Przekierowano transport',
        read: async () => {
          const { salesId, comment } = await colleague(getTransport, { params: { id } });
          return [salesId, comment];
        },
        written: [sale.id, 'zadzwonić do młyna'],
      };
    },
  },
  {
    what: "a carrier's invoice",
    begin: async (page, colleague) => {
      const id = await makeReleasedTransport(colleague, await makeAllocatedContracts(colleague));
      const plate = await plateOf(colleague, id);
      await page.goto(logistics(plate));
      await chooseRowAction(page, plate, 'Rozlicz fracht');
      const dialog = page.getByRole('dialog', { name: `Rozliczenie frachtu, ${plate}` });
      await typeDay(dialog, 'Data wystawienia', typedDay(-1));
      await type(dialog, 'Nr faktury', 'FT/7');
      return {
        form: dialog,
        call: '**/api/contract/settlement-transport',
        save: () => dialog.getByRole('button', { name: 'Zapisz', exact: true }).click(),
        kept: [
          [dialog.getByRole('textbox', { name: 'Nr faktury' }), 'FT/7'],
          [dialog.getByRole('textbox', { name: 'Data wystawienia' }), typedDay(-1)],
        ],
        notice: 'Rozliczono fracht',
        read: async () => {
          const saved = await colleague(getTransport, { params: { id } });
          return [saved.status, saved.transportInvoiceNumber, saved.transportInvoiceCreateDate];
        },
        written: ['INVOICE', 'FT/7', dayFromToday(-1)],
      };
    },
  },
  {
    what: 'the re-opening of a paid truck',
    begin: async (page, colleague) => {
      const id = await makeReleasedTransport(colleague, await makeAllocatedContracts(colleague));
      const plate = await plateOf(colleague, id);
      await colleague(settleFreight, {
        body: {
          transportId: id,
          status: 'PAID',
          realTransportPrice: 112_500,
          transportInvoiceNumber: 'FT/8',
          transportInvoiceCreateDate: dayFromToday(0),
          transportPaymentDate: dayFromToday(14),
        },
      });
      await page.goto(logistics(plate));
      await chooseStatus(page, plate, 'Opłacony', 'Zafakturowany');
      const dialog = page.getByRole('dialog', { name: 'Otworzyć transport ponownie?' });
      await type(dialog, 'Powód', 'zła kwota');
      return {
        form: dialog,
        call: '**/api/contract/transport-status-update',
        save: () => dialog.getByRole('button', { name: 'Otwórz ponownie' }).click(),
        kept: [[dialog.getByRole('textbox', { name: 'Powód' }), 'zła kwota']],
        notice: 'Otwarto transport ponownie',
        read: async () => (await colleague(getTransport, { params: { id } })).status,
        written: 'INVOICE',
      };
    },
  },
];

tellSecondTries(TRANSPORTS);
loseResponses(TRANSPORTS);

for (const [told, failure] of [
  ['fails', failureFor(1)],
  ['is never heard of again', LOST_ANSWER],
] as const) {
  test(`of many trucks the second of which ${told} each is unloaded once, with the weight that was typed`, async ({
    page,
    colleague,
  }) => {
    const mistakes = listenForMistakes(page);
    const pair = await makeAllocatedContracts(colleague);
    const transports = [
      { id: await makeTransport(colleague, pair, 'ON_THE_WAY'), tonnes: '24,480' },
      { id: await makeTransport(colleague, pair, 'ON_THE_WAY'), tonnes: '25,120' },
      { id: await makeTransport(colleague, pair, 'ON_THE_WAY'), tonnes: '24,960' },
    ] as const;
    await page.goto(`/contract/sale-list/dashboard/${pair.sale.id}/transport`);
    await page.getByRole('checkbox', { name: 'Zaznacz wszystkie na stronie' }).check();
    await page
      .getByRole('group', { name: 'Zaznaczone' })
      .getByRole('button', { name: 'Zmień status' })
      .click();
    await page.getByRole('menuitem', { name: 'Dostarczony' }).click();
    const dialog = page.getByRole('dialog', { name: 'Dostarczenie transportów' });
    const weightOf = async (id: number) =>
      dialog.getByRole('textbox', { name: await plateOf(colleague, id), exact: true });
    for (const { id, tonnes } of transports) await typeFigure(await weightOf(id), tonnes);

    const sent: (string | null)[] = [];
    await page.route('**/api/contract/transport-status-update', async (route) => {
      sent.push(route.request().postData());
      await (sent.length === 2 ? failure.answer(route) : route.continue());
    });
    const save = dialog.getByRole('button', { name: 'Oznacz jako dostarczone' });
    await save.click();
    await expect(dialog.getByText(`Nie udało się zapisać. ${failure.sentence}`)).toBeVisible();
    for (const { id, tonnes } of transports) await expect(await weightOf(id)).toHaveValue(tonnes);
    await save.click();
    await expectNotice(page, '3 transporty');
    // the second one twice, the others once
    expect(sent).toEqual([sent[0], sent[1], sent[1], sent[3]]);
    for (const { id, tonnes } of transports) {
      const { status, realCargoQuantity } = await colleague(getTransport, { params: { id } });
      expect([status, realCargoQuantity]).toEqual(['DELIVERED', Number(tonnes.replace(',', ''))]);
    }
    expect(mistakes).toEqual([]);
  });
}
