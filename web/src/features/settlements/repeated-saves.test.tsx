import { keysToSnake } from '@spichlerz/shared/wire/case';
import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import { createAtom, useSelector } from '@tanstack/react-store';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { connectionLost, errorReply, stubApi, successReply } from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { makeSettlementRow } from '../../testing/rows.ts';
import { MoveDialog } from './move-dialog.tsx';
import { PurchaseSettlementDialog } from './purchase-settlement-dialog.tsx';
import { SaleSettlementDialog } from './sale-settlement-dialog.tsx';
import { SettlementInvoiceDialog } from './settlement-invoice-dialog.tsx';
import type { SettlementRow } from './settlement-row.ts';
import { PAID_STAYS } from './settlement-texts.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ROW = makeSettlementRow({
  options: [
    { realQuantityKg: 24_000, realCargoPrice: 80_000, realCargoQuality: 'Paszowa', amount: 1_920_000 },
  ],
  salesPaymentDate: '2026-09-16',
});
const CONTRACT = { currency: 'PLN', rawMaterialId: 1 } as ContractRecord;

const current = createAtom(ROW);
type Props = { row: SettlementRow; current: SettlementRow; contract: ContractRecord; onClose: () => void };

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

const DIALOGS = {
  'a settlement with the supplier': {
    Dialog: PurchaseSettlementDialog,
    field: 'Potrącenia',
    save: async () => {
      await press('Zapisz rozliczenie');
      await screen.findByRole('dialog', { name: 'Zapisać rozliczenie zakupu?' });
      const [, confirm] = screen.getAllByRole('button', { name: 'Zapisz rozliczenie' });
      if (confirm !== undefined) await userEvent.click(confirm);
    },
    stored: { purchaseSettlementStatus: 'SETTLED', deductions: 'wpisane' },
    theirs: { deductions: 'cudze', realPurchaseCargoPrice: 79_000, realPurchaseCargoQuality: 'Inna' },
    sent: {
      deductions: 'wpisane',
      real_purchase_cargo_price: 79_000,
      real_purchase_cargo_quality: 'Inna',
    },
    done: 'Zapisano rozliczenie zakupu',
  },
  'a settlement with the recipient': {
    Dialog: SaleSettlementDialog,
    field: 'Szczegóły',
    save: () => press('Zapisz rozliczenie'),
    stored: { details: 'wpisane' },
    theirs: {
      details: 'cudze',
      deductions: 'cudze',
      options: [
        { realQuantityKg: 23_000, realCargoPrice: 79_000, realCargoQuality: 'Inna', amount: 1_817_000 },
      ],
    },
    sent: {
      details: 'wpisane',
      deductions: 'cudze',
      options: [{ real_cargo_quantity: 23_000, real_cargo_price: 79_000, real_cargo_quality: 'Inna' }],
    },
    listed: 'jest 23,000 t po 790,00, Inna',
    done: 'Zapisano rozliczenie sprzedaży',
  },
  'an invoice': {
    Dialog: (props: Props) => <SettlementInvoiceDialog side="sales" {...props} />,
    field: 'Nr faktury',
    save: () => press('Rozlicz dostawę'),
    stored: {
      salesSettlementStatus: 'INVOICE',
      salesInvoiceNumber: 'wpisane',
      salesDeliverDate: ROW.dateUnloading,
    },
    theirs: {
      salesInvoiceNumber: 'cudze',
      salesInvoiceDate: '2026-09-05',
      salesPaymentDate: '2026-09-19',
      salesKsefNumber: 'OFF',
    },
    sent: {
      sales_invoice_number: 'wpisane',
      sales_invoice_date: '2026-09-05',
      sales_payment_date: '2026-09-19',
      sales_ksef_number: 'OFF',
    },
    done: 'Zapisano fakturę',
  },
} as const;

/**
 * Stubs a server and returns the bodies of the saves. The dialog of an invoice also sends checks of its
 * number, which are not returned.
 */
function stubSaves(respond: (body: unknown) => ReturnType<typeof connectionLost> | Response) {
  const bodies: unknown[] = [];
  stubApi(({ method, url, body }) => {
    if (url === '/invoice/check')
      return successReply({
        joined: null,
        corrections: null,
        deletedCorrections: [],
        seller_nip: null,
        ksef_number_used_by: null,
        number_used_by: null,
      });
    if (method === 'GET') return successReply({ list: [keysToSnake(current.get())], filtered: 1, total: 1 });
    bodies.push(body);
    return respond(body);
  });
  return bodies;
}

const NAMES = Object.keys(DIALOGS) as (keyof typeof DIALOGS)[];

test.each(NAMES)(
  'after a lost response, a second save of %s succeeds and shows no change by another user',
  async (name) => {
    const { Dialog, field, save, stored, done } = DIALOGS[name];
    current.set(ROW);
    let first: unknown = null;
    const saves = stubSaves((body) => {
      // Like the server, this stub accepts an outdated version only for a repeated save of the stored values.
      if (first !== null)
        return JSON.stringify(body) === first ? successReply(true) : errorReply(409, 'CONFLICT');
      first = JSON.stringify(body);
      return connectionLost();
    });
    const onClose = vi.fn<() => void>();
    renderInApp(() => (
      <Dialog row={ROW} current={useSelector(current)} contract={CONTRACT} onClose={onClose} />
    ));
    const input = await screen.findByRole<HTMLInputElement>('textbox', { name: field });
    await userEvent.type(input, 'wpisane');
    await save();
    await screen.findByText(/^Nie udało się zapisać\. Brak połączenia z serwerem\./);
    act(() => current.set({ ...ROW, ...stored, version: 2 }));
    expect(screen.queryByText('Ktoś zmienił ten rekord w międzyczasie')).toBeNull();
    expect(input.value).toBe('wpisane');
    await save();
    await screen.findByText(done);
    expect(onClose).toHaveBeenCalledOnce();
    expect(saves).toHaveLength(2);
  },
);

test.each(NAMES)(
  'the form of %s shows values that another user has saved, but keeps typed values',
  async (name) => {
    const { Dialog, field, save, done, theirs, sent, ...more } = DIALOGS[name];
    current.set(ROW);
    const saves = stubSaves((body) =>
      (body as { version: number }).version === 2 ? successReply(true) : errorReply(409, 'CONFLICT'),
    );
    renderInApp(() => (
      <Dialog row={ROW} current={useSelector(current)} contract={CONTRACT} onClose={() => undefined} />
    ));
    const input = await screen.findByRole<HTMLInputElement>('textbox', { name: field });
    await userEvent.type(input, 'wpisane');
    await save();
    await screen.findByText(/^Nie udało się zapisać\. /);
    act(() => current.set({ ...ROW, ...theirs, version: 2 } as SettlementRow));
    const notice = await screen.findByText(`${field}: było -, jest cudze, w formularzu zostaje Twój wpis.`);
    const text = notice.closest('[role="alert"]')?.textContent?.replaceAll('\u00a0', ' ');
    expect(text).toContain('Ktoś zmienił ten rekord w międzyczasie');
    expect(text).toContain('listed' in more ? more.listed : '');
    expect(input.value).toBe('wpisane');
    await save();
    await screen.findByText(done);
    expect(saves.map((body) => (body as { version: number }).version)).toEqual([1, 2]);
    expect(saves.at(-1)).toMatchObject(sent);
  },
);

test("the dialog that moves a settlement shows another user's new details unless this user has typed details", async () => {
  current.set(ROW);
  stubSaves(() => successReply(true));
  renderInApp(() => (
    <MoveDialog side="sales" opened={ROW} current={useSelector(current)} onClose={() => undefined} />
  ));
  const details = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Szczegóły' });
  act(() => current.set({ ...ROW, details: 'cudze', version: 2 }));
  await screen.findByText('Szczegóły: było -, jest cudze.');
  expect(details.value).toBe('cudze');
  await userEvent.type(details, ' i moje');
  act(() => current.set({ ...ROW, details: 'nowe', version: 3 }));
  await screen.findByText('Szczegóły: było -, jest nowe, w formularzu zostaje Twój wpis.');
  expect(details.value).toBe('cudze i moje');
});

test('"Wczytaj aktualne dane" replaces a typed value by the value that another user has saved', async () => {
  const { Dialog, field } = DIALOGS['a settlement with the recipient'];
  current.set(ROW);
  stubSaves(() => successReply(true));
  renderInApp(() => (
    <Dialog row={ROW} current={useSelector(current)} contract={CONTRACT} onClose={() => undefined} />
  ));
  const input = await screen.findByRole<HTMLInputElement>('textbox', { name: field });
  await userEvent.type(input, 'wpisane');
  act(() => current.set({ ...ROW, details: 'cudze', version: 2 }));
  await press('Wczytaj aktualne dane');
  expect(input.value).toBe('cudze');
  expect(screen.queryByText('Ktoś zmienił ten rekord w międzyczasie')).toBeNull();
});

const price = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Cena rzeczywista' });

test("the focus and the caret stay in place when another user's change updates the form", async () => {
  const { Dialog } = DIALOGS['a settlement with the recipient'];
  current.set(ROW);
  stubSaves(() => successReply(true));
  renderInApp(() => (
    <Dialog row={ROW} current={useSelector(current)} contract={CONTRACT} onClose={() => undefined} />
  ));
  await userEvent.clear(await price());
  await userEvent.keyboard('7');
  act(() => current.set({ ...ROW, details: 'cudze', version: 2 }));
  await screen.findByText('Szczegóły: było -, jest cudze.');
  await waitFor(async () => expect(document.activeElement).toBe(await price()));
  await waitFor(async () => expect((await price()).selectionEnd).toBe(1));
  await userEvent.keyboard('55');
  expect((await price()).value).toBe('755,00');
});

const CANNOT_SAVE: Readonly<Record<keyof typeof DIALOGS, readonly [Partial<SettlementRow>, string]>> = {
  'a settlement with the supplier': [
    { purchaseSettlementStatus: 'SETTLED' },
    'Ktoś zmienił status tego rozliczenia na „Rozliczenie wysłane”, więc nie można go zapisać w tym oknie.',
  ],
  'a settlement with the recipient': [
    { salesSettlementStatus: 'INVOICE' },
    'Ktoś zmienił status tego rozliczenia na „Zafakturowane”, więc nie można go zapisać w tym oknie.',
  ],
  'an invoice': [{ salesSettlementStatus: 'PAID' }, PAID_STAYS],
};

test.each(NAMES)(
  'after another user changes the status of the settlement, the form of %s states why a save is impossible',
  async (name) => {
    const { Dialog, field, save } = DIALOGS[name];
    const [theirs, reason] = CANNOT_SAVE[name];
    current.set(ROW);
    const saves = stubSaves(() => {
      current.set({ ...ROW, ...theirs, version: 2 });
      return errorReply(409, 'CONFLICT');
    });
    renderInApp(() => (
      <Dialog row={ROW} current={useSelector(current)} contract={CONTRACT} onClose={() => undefined} />
    ));
    await userEvent.type(await screen.findByRole('textbox', { name: field }), 'wpisane');
    await save();
    await screen.findByText(`Nie udało się zapisać. ${reason}`);
    expect(screen.queryByText(/Odśwież je i spróbuj ponownie/)).toBeNull();
    const buttons = screen
      .getAllByRole('button')
      .filter((button) => button.getAttribute('type') === 'submit');
    expect(buttons.map((button) => button.getAttribute('aria-disabled'))).toEqual(['true']);
    expect(saves).toHaveLength(1);
  },
);
