import type { Side } from '@spichlerz/shared/domain/side';
import { keysToSnake } from '@spichlerz/shared/wire/case';
import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import type { SettlementPreview } from '@spichlerz/shared/wire/quality';
import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { createAtom, useSelector } from '@tanstack/react-store';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Profiler } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settlementPreviewQuery } from '../../api/quality.ts';
import {
  connectionLost,
  errorReply,
  type SentRequest,
  stubApi,
  successReply,
} from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { makeSettlementRow } from '../../testing/rows.ts';
import type { RowWithRules, RuleTerms } from './rule-terms.ts';
import { RulesSettlementDialog } from './rules-settlement-dialog.tsx';
import { initialValues, previewBody } from './rules-values.ts';
import { SettlementDialogs } from './settlement-dialogs.tsx';

const ROW = makeSettlementRow();
const MOISTURE = { id: 5, name: 'Wilgotność', unit: '%', type: 'NUMBER' };
const DENSITY = { id: 6, name: 'Gęstość', unit: 'kg/hl', type: 'NUMBER' };
const TERMS = {
  rules: {
    weightBasis: 'UNLOADING',
    readingSource: 'RECIPIENT',
    rules: [
      { id: 1, parameterId: 5, isPremium: false },
      { id: 2, parameterId: 6, isPremium: false },
    ],
    parameters: [MOISTURE, DENSITY],
  },
  measurements: {
    readings: [
      { parameterId: 5, source: 'RECIPIENT', value: 14.7 },
      { parameterId: 6, source: 'RECIPIENT', value: 70.4 },
    ],
    tickets: [],
    version: 1,
  },
  settled: null,
  takenBack: null,
} as unknown as RuleTerms;
const LINE = { effect: 'PRICE_AMOUNT', quantity: 0, isPremium: false } as const;
const PREVIEW = {
  lines: [
    { ...LINE, ruleId: 1, parameterId: 5, name: 'Wilgotność', norm: 14.5, pricePerTonne: -1_000 },
    { ...LINE, ruleId: 2, parameterId: 6, name: 'Gęstość', norm: 72, pricePerTonne: -1_000 },
  ],
  contractPrice: 84_500,
  pricePerTonne: 82_500,
  basisQuantity: 24_000,
  acceptedQuantity: 24_000,
  amount: 1_980_000,
  missing: [],
  withoutNorm: [],
  refused: [],
  offered: [],
  text: '',
  fingerprint: 'f',
} as unknown as SettlementPreview;
const CONTRACT = { id: 1, currency: 'PLN', rawMaterialId: 1, priceOptions: [] } as unknown as ContractRecord;

let sent: readonly SentRequest[] = [];
beforeEach(() => {
  sent = stubApi(() => successReply(true));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const notice = () =>
  screen
    .getByText('Ktoś zmienił ten rekord w międzyczasie')
    .closest('[role=alert]')
    ?.textContent?.replaceAll(/[\u00a0\u202f]/gu, ' ');
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

function Opened({ row, current = row }: { row: RowWithRules; current?: RowWithRules }) {
  return (
    <RulesSettlementDialog
      side="purchase"
      row={row}
      current={current}
      contract={CONTRACT}
      onClose={() => undefined}
      onByHand={() => undefined}
    />
  );
}

function openDialog(preview = PREVIEW, terms = TERMS, onRender: () => void = () => undefined): void {
  const body = previewBody(
    'purchase',
    ROW,
    terms,
    initialValues('purchase', ROW, terms, CONTRACT.priceOptions),
  );
  renderInApp(
    () => (
      <Profiler id="dialog" onRender={onRender}>
        <Opened row={{ ...ROW, terms }} />
      </Profiler>
    ),
    (client) => client.setQueryData(settlementPreviewQuery(body).queryKey, preview),
  );
}

test('the button that changes a deduction moves the focus to the amount of the deduction', async () => {
  openDialog();
  const reading = await screen.findByRole('textbox', { name: 'Wilgotność (%)' });
  await userEvent.click(reading);
  await userEvent.click(screen.getByRole('button', { name: 'Zmień: Gęstość' }));
  await userEvent.keyboard('3,5');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Zmieniona kwota: Gęstość' }).value).toBe(
    '3,5',
  );
  expect((reading as HTMLInputElement).value).toBe('14,7');
});

test('the dialog opens with the price option and the changed deductions of a stored or reversed settlement', () => {
  const overrides = [
    { ruleId: 2, pricePerTonne: -300, quantity: null, reason: 'uzgodnione' },
    { ruleId: 9, pricePerTonne: null, quantity: -40, reason: 'reguły już nie ma' },
  ];
  const terms = { ...TERMS, settled: { byRules: true, priceOptionId: 7, overrides } };
  const options = [{ id: null }, { id: 7 }] as never;
  const shown = { overrides: [{ ruleId: 2, isWeight: false, size: 300, reason: 'uzgodnione' }] };
  expect(initialValues('sales', ROW, terms, options)).toMatchObject({ priceOptionId: 7, ...shown });
  const takenBack = { ...terms, settled: null, takenBack: terms.settled };
  expect(initialValues('sales', ROW, takenBack, options)).toMatchObject({ priceOptionId: 7, ...shown });
  // The option was removed from the contract.
  expect(initialValues('sales', ROW, terms, [])).toMatchObject({ priceOptionId: 0, ...shown });
});

const pass = () => act(() => vi.advanceTimersByTimeAsync(1_000));

test('the dialog of a settlement by rules does not render again until the user types', async () => {
  const rendered = vi.fn<() => void>();
  openDialog(PREVIEW, TERMS, rendered);
  const reading = await screen.findByRole('textbox', { name: 'Wilgotność (%)' });
  vi.useFakeTimers();
  fireEvent.change(reading, { target: { value: '15' } });
  await pass();
  rendered.mockClear();
  await pass();
  expect(rendered).not.toHaveBeenCalled();
});

test('a changed deduction without an amount has an error and is not saved', async () => {
  openDialog();
  await userEvent.click(await screen.findByRole('button', { name: 'Zmień: Gęstość' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Powód zmiany: Gęstość' }), 'uzgodnione');
  await userEvent.click(screen.getByRole('button', { name: 'Zapisz rozliczenie' }));
  const amount = screen.getByRole('textbox', { name: 'Zmieniona kwota: Gęstość' });
  await screen.findByText('Pole nie może być puste.');
  expect(amount.getAttribute('aria-invalid')).toBe('true');
  expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('a warning names the missing reading and states that price and amount are incomplete', async () => {
  openDialog({ ...PREVIEW, missing: [{ parameterId: 6, name: 'Gęstość' }] });
  const warning = await screen.findByText(/^Cena i kwota są niepełne/);
  expect(warning.textContent).toBe('Cena i kwota są niepełne, dopóki brakuje: Gęstość.');
});

test('a settlement without any accepted kilograms cannot be saved, and the button names the reason', async () => {
  openDialog({ ...PREVIEW, acceptedQuantity: 0 });
  const button = await screen.findByRole('button', { name: 'Zapisz rozliczenie' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await userEvent.hover(button);
  await screen.findByText('Potrącenia wagi nie zostawiają żadnej ilości do rozliczenia. Rozlicz ręcznie.');
});

/** The terms of a purchase that is paid by the loaded weight of its ticket. */
const BY_LOADING: RuleTerms = {
  ...TERMS,
  rules: { ...TERMS.rules, weightBasis: 'LOADING' },
  measurements: {
    ...TERMS.measurements,
    tickets: [{ place: 'LOADING', number: 'KW/1', gross: null, tare: null, net: 24_800, weighedOn: null }],
  },
};

test('the request of the preview has the typed loaded weight if the contract is paid by loaded weight', () => {
  const typed = { ...initialValues('purchase', ROW, BY_LOADING, CONTRACT.priceOptions), loadedKg: 20_000 };
  expect(previewBody('purchase', ROW, BY_LOADING, typed)).toMatchObject({ loadingQuantity: 20_000 });
  expect(previewBody('purchase', ROW, TERMS, typed)).not.toHaveProperty('loadingQuantity');
});

test('an empty loaded weight has an error, and nothing is saved', async () => {
  openDialog(PREVIEW, BY_LOADING);
  await userEvent.clear(await screen.findByRole('textbox', { name: /^Waga załadunku/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Zapisz rozliczenie' }));
  await screen.findByText('Pole nie może być puste.');
  expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
});

const measured = (moisture: number, density: number): RuleTerms => ({
  ...TERMS,
  measurements: {
    ...TERMS.measurements,
    readings: TERMS.measurements.readings.map((reading) => ({
      ...reading,
      value: reading.parameterId === MOISTURE.id ? moisture : density,
    })),
  },
});

test("a colleague's readings update the form and are listed in a notice, but do not replace a typed reading", async () => {
  const opened = { ...ROW, terms: measured(14.7, 70.4) };
  const stored = createAtom<RowWithRules>(opened);
  renderInApp(() => <Opened row={opened} current={useSelector(stored)} />);
  await screen.findByRole('textbox', { name: 'Wilgotność (%)' });
  await userEvent.clear(field('Gęstość (kg/hl)'));
  await userEvent.type(field('Gęstość (kg/hl)'), '73');
  act(() => stored.set({ ...ROW, version: 2, terms: measured(17, 71) }));
  await waitFor(() => expect(field('Wilgotność (%)').value).toBe('17'));
  expect(field('Gęstość (kg/hl)').value).toBe('73');
  expect(notice()).toContain('Wilgotność: było 14,7 %, jest 17 %.');
  expect(notice()).toContain('Gęstość: było 70,4 kg/hl, jest 71 kg/hl, w formularzu zostaje Twój wpis.');
});

test('a new transport weight is listed without the amount of the row, which has no deductions', async () => {
  const opened = { ...ROW, terms: TERMS };
  const stored = createAtom<RowWithRules>(opened);
  renderInApp(() => <Opened row={opened} current={useSelector(stored)} />);
  await screen.findByRole('textbox', { name: 'Wilgotność (%)' });
  const weighed = { transportQuantity: 24_500, realQuantityKg: 24_500, amount: ROW.amount - 100 };
  act(() => stored.set({ ...opened, ...weighed, version: 2 }));
  await waitFor(() => expect(notice()).toContain('Waga transportu: było'));
  expect(notice()).not.toMatch(/Kwota|Ilość rozliczona/);
});

/** Stubs a server with one settlement of a sale, which two users settle by the rules. */
function stubSettlement() {
  const server = {
    row: ROW,
    settled: null as unknown,
    /** Whether a colleague has reverted the delivery, which deletes the settlement. */
    isDeleted: false,
    areRulesReachable: true,
    measurements: TERMS.measurements,
    accepts: (version: number) => version === server.row.version,
    reply: () => successReply(true),
  };
  const saves: unknown[] = [];
  /** The bodies of the saved readings. */
  const measured: unknown[] = [];
  stubApi(({ method, url, body }) => {
    if (/^\/contract\/settlement-(?:purchase|sales)-list/.test(url)) {
      const list = server.isDeleted ? [] : [keysToSnake(server.row)];
      return successReply({ list, filtered: list.length, total: list.length });
    }
    if (url.startsWith('/contract/discount-rules'))
      return server.areRulesReachable ? successReply(keysToSnake(TERMS.rules)) : connectionLost();
    if (method !== 'GET' && server.isDeleted && url.startsWith('/contract/transport-readings'))
      return errorReply(409, 'CONFLICT');
    if (url.startsWith('/contract/transport-readings')) {
      if (method !== 'GET') {
        if ((body as { version: number }).version !== server.measurements.version)
          return errorReply(409, 'CONFLICT');
        measured.push(body);
      }
      return successReply(keysToSnake(server.measurements));
    }
    if (url.startsWith('/contract/settlement-preview'))
      return successReply(keysToSnake({ ...PREVIEW, settled: server.settled }));
    if (url !== '/contract/settlement-sales') return successReply([]);
    saves.push(body);
    if (server.isDeleted) return errorReply(400, 'SETTLEMENT_NOT_FOUND');
    return server.accepts((body as { version: number }).version)
      ? server.reply()
      : errorReply(409, 'CONFLICT');
  });
  return { server, saves, measured };
}

const OVERRIDE = { ruleId: 1, pricePerTonne: -300, quantity: null, reason: 'uzgodnione' };
const BY_COLLEAGUE = { byRules: true, priceOptionId: 0, overrides: [OVERRIDE] };
const ONE_OPTION = [
  { realQuantityKg: 24_000, realCargoPrice: 80_000, realCargoQuality: 'Paszowa', amount: 1_920_000 },
];
const LISTED = makeSettlementRow({ options: ONE_OPTION });

/** Opens the dialog from a list with this row. The cache has the preview of an earlier opening. */
function openFromList(row = LISTED, side: Side = 'sales'): { refresh: () => Promise<void> } {
  const clients: QueryClient[] = [];
  renderInApp(
    () => (
      <SettlementDialogs
        side={side}
        contract={CONTRACT}
        rows={[row]}
        opened={{ kind: 'settle', row }}
        onClose={() => undefined}
        onDone={() => undefined}
      />
    ),
    (client) => {
      clients.push(client);
      client.setDefaultOptions({ queries: { retry: false, staleTime: 30_000 } });
      const asked = { transportId: row.transportId, side };
      client.setQueryData(settlementPreviewQuery(asked).queryKey, { ...PREVIEW, settled: null });
    },
  );
  return {
    refresh: () =>
      act(async () => {
        await clients[0]?.invalidateQueries({ queryKey: ['settlement'] });
        // TanStack Query schedules the notification of its observers, so this callback runs after the
        // notification
        await new Promise<void>((resolve) => notifyManager.schedule(resolve));
      }),
  };
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('the dialog opens with the deduction that a colleague has changed, not with the cached preview', async () => {
  const { server, saves } = stubSettlement();
  server.row = { ...LISTED, version: 2 };
  server.settled = BY_COLLEAGUE;
  openFromList(server.row);
  const reason = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Powód zmiany: Wilgotność' });
  expect(reason.value).toBe('uzgodnione');
  await press('Zapisz rozliczenie');
  await screen.findByText('Zapisano rozliczenie sprzedaży');
  expect(saves).toMatchObject([{ version: 2, overrides: [{ rule_id: 1, price_per_tonne: -300 }] }]);
});

test('a settlement is saved with the version that the dialog has loaded, not with the version in the list', async () => {
  const { server, saves } = stubSettlement();
  server.row = LISTED;
  openFromList({ ...LISTED, version: 5 });
  await screen.findByRole('textbox', { name: 'Wilgotność (%)' });
  await press('Zapisz rozliczenie');
  await screen.findByText('Zapisano rozliczenie sprzedaży');
  expect(saves).toMatchObject([{ version: LISTED.version }]);
});

test('after a colleague has settled the sale, the first save is rejected, and the form lists the values of the colleague', async () => {
  const { server, saves } = stubSettlement();
  server.row = LISTED;
  openFromList();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Szczegóły' }), 'moje');
  server.row = {
    ...LISTED,
    version: 2,
    realCargoPrice: 79_700,
    amount: 1_912_800,
    details: 'cudze',
    realCargoQuality: 'Inna',
  };
  server.settled = BY_COLLEAGUE;
  await press('Zapisz rozliczenie');
  await screen.findByText(/^Nie udało się zapisać\. /);
  await waitFor(() => expect(notice()).toContain('Kwota: było 19 200 zł, jest 19 128 zł.'));
  expect(notice()).toContain('Cena rzeczywista: było 800,00 zł/t, jest 797,00 zł/t.');
  expect(notice()).toContain('Zmienione potrącenia: było -, jest Wilgotność −3,00 zł/t (uzgodnione).');
  expect(notice()).toContain('Jakość rzeczywista: było Paszowa, jest Inna.');
  expect(notice()).toContain('Szczegóły: było -, jest cudze, w formularzu zostaje Twój wpis.');
  expect(field('Szczegóły').value).toBe('moje');
  await press('Zapisz rozliczenie');
  await screen.findByText('Zapisano rozliczenie sprzedaży');
  expect(saves).toMatchObject([
    { version: 1, overrides: [] },
    {
      version: 2,
      details: 'moje',
      overrides: [{ rule_id: 1, price_per_tonne: -300, reason: 'uzgodnione' }],
      options: [{ real_cargo_quality: 'Inna' }],
    },
  ]);
});

test('a purchase can be settled by rules although the sale of the transport is split into several options', async () => {
  const { server } = stubSettlement();
  server.row = { ...LISTED, options: [...ONE_OPTION, ...ONE_OPTION] };
  openFromList(server.row, 'purchase');
  expect(await screen.findByRole('textbox', { name: 'Wilgotność (%)' })).toBeDefined();
});

test('a sale can no longer be settled by rules after a colleague has split it into several options', async () => {
  const { server, saves } = stubSettlement();
  server.row = LISTED;
  server.settled = { ...BY_COLLEAGUE, byRules: false, overrides: [] };
  const { refresh } = openFromList();
  await screen.findByText(/^Sprzedaż jest rozliczona bez reguł kontraktu, po 800,00/);
  const options = [
    { realQuantityKg: 10_000, realCargoPrice: 100_000, realCargoQuality: 'Paszowa', amount: 1_000_000 },
    { realQuantityKg: 14_000, realCargoPrice: 90_000, realCargoQuality: 'Inna', amount: 1_260_000 },
  ];
  server.row = { ...LISTED, version: 2, realCargoPrice: 100_000, amount: 2_260_000, options };
  await refresh();
  expect(notice()).toContain(
    'Cena rzeczywista: było 800,00 zł/t, jest 10,000 t po 1 000,00, Paszowa; 14,000 t po 900,00, Inna.',
  );
  expect(screen.queryByText(/^Sprzedaż jest rozliczona bez reguł kontraktu/)).toBeNull();
  const save = screen.getByRole('button', { name: 'Zapisz rozliczenie' });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  await userEvent.hover(save);
  await screen.findByText(
    'Ktoś rozliczył tę sprzedaż w kilku opcjach, więc nie można jej zapisać w tym oknie.',
  );
  await userEvent.click(save);
  expect(saves).toEqual([]);
});

test("a colleague's arbiter reading replaces the typed recipient reading of the same parameter, and the notice names both", async () => {
  const { server, measured: saved } = stubSettlement();
  server.row = LISTED;
  const [moisture] = TERMS.measurements.readings;
  const readings = moisture === undefined ? [] : [moisture];
  server.measurements = { ...TERMS.measurements, readings };
  server.accepts = () => true;
  const { refresh } = openFromList();
  await userEvent.clear(await screen.findByRole('textbox', { name: 'Wilgotność (%)' }));
  await userEvent.type(field('Wilgotność (%)'), '15');
  await userEvent.type(field('Gęstość (kg/hl)'), '5');
  server.row = { ...LISTED, version: 2 };
  const arbiter = {
    parameterId: DENSITY.id,
    source: 'ARBITER' as const,
    value: 2.2,
    sampleNumber: null,
    takenOn: null,
  };
  server.measurements = { ...TERMS.measurements, readings: [...readings, arbiter], version: 2 };
  await refresh();
  expect(notice()).toContain('Gęstość (arbiter): było -, jest 2,2 kg/hl, co zastępuje Twój wpis 5 kg/hl.');
  expect(notice()).toContain('a Twoje pozostałe wpisy zostały w formularzu.');
  await waitFor(() => expect(field('Wilgotność (%)').value).toBe('15'));
  await press('Zapisz rozliczenie');
  await screen.findByText('Zapisano rozliczenie sprzedaży');
  expect(saved).toMatchObject([
    {
      version: 2,
      readings: [
        { parameter_id: DENSITY.id, source: 'ARBITER', value: 2.2 },
        { parameter_id: MOISTURE.id, source: 'RECIPIENT', value: 15 },
      ],
    },
  ]);
});

test.each(['a refresh', 'a rejected save'])(
  "the focus moves to the notice if a colleague's arbiter reading removes the focused input after %s",
  async (cause) => {
    const { server } = stubSettlement();
    server.row = LISTED;
    const { refresh } = openFromList();
    await userEvent.clear(await screen.findByRole('textbox', { name: 'Wilgotność (%)' }));
    await userEvent.type(field('Wilgotność (%)'), '21,25');
    server.row = { ...LISTED, version: 2 };
    const { measurements } = byArbiter(MOISTURE.id);
    server.measurements = { ...measurements, version: 2 };
    if (cause === 'a refresh') await refresh();
    // a mouse click that leaves the focus in the input, unlike that of userEvent
    else fireEvent.click(screen.getByRole('button', { name: 'Zapisz rozliczenie' }));
    await screen.findByText(/co zastępuje Twój wpis 21,25\s%\.$/);
    await waitFor(() => expect(document.activeElement?.firstElementChild?.role).toBe('alert'));
  },
);

test.each([
  { isListed: true, settled: null, name: 'is listed if the sale is not settled' },
  {
    isListed: true,
    settled: { ...BY_COLLEAGUE, byRules: false },
    name: 'is listed if the sale is settled without the rules',
  },
  { isListed: false, settled: BY_COLLEAGUE, name: 'is not listed if the sale is settled by the rules' },
])('the contract price that a colleague has changed $name', async ({ isListed, settled }) => {
  const { server } = stubSettlement();
  Object.assign(server, { row: LISTED, settled });
  const { refresh } = openFromList();
  await screen.findByRole('textbox', { name: 'Wilgotność (%)' });
  server.row = { ...LISTED, contractPrice: 78_000 };
  await refresh();
  const sentence = 'Cena kontraktu: było 800,00 zł/t, jest 780,00 zł/t.';
  expect(screen.queryByText(sentence) !== null).toBe(isListed);
});

const byArbiter = (...parameterIds: number[]): RuleTerms => ({
  ...TERMS,
  measurements: {
    ...TERMS.measurements,
    readings: TERMS.measurements.readings.map((reading) =>
      parameterIds.includes(reading.parameterId) ? { ...reading, source: 'ARBITER' } : reading,
    ),
  },
});

test('the first editable reading gets the focus when the dialog opens', async () => {
  openDialog(PREVIEW, byArbiter(MOISTURE.id));
  await waitFor(() => expect(document.activeElement).toHaveProperty('name', 'readings.1.value'));
});

test('if all readings come from the arbiter, pressing Enter in the opened dialog saves the settlement', async () => {
  openDialog(PREVIEW, byArbiter(MOISTURE.id, DENSITY.id));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Zapisz rozliczenie'));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(sent.map(({ url }) => url)).toContain('/contract/settlement-purchase'));
});

test("a stored settlement whose response was lost is not shown as a colleague's change", async () => {
  const { server, saves } = stubSettlement();
  server.row = LISTED;
  const { refresh } = openFromList();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Szczegóły' }), 'moje');
  server.accepts = (version) => version === 1;
  server.reply = () => {
    server.row = { ...LISTED, version: 2, realCargoPrice: 82_500, acceptedQuantity: 24_000, details: 'moje' };
    server.settled = { ...BY_COLLEAGUE, overrides: [] };
    return errorReply(503, 'MISSING_DATABASE');
  };
  await press('Zapisz rozliczenie');
  await screen.findByText(/^Nie udało się zapisać\. /);
  await refresh();
  expect(screen.queryByText('Ktoś zmienił ten rekord w międzyczasie')).toBeNull();
  server.reply = () => successReply(true);
  await press('Zapisz rozliczenie');
  await screen.findByText('Zapisano rozliczenie sprzedaży');
  expect(saves).toMatchObject([{ version: 1 }, { version: 1, details: 'moje' }]);
});

test.each(['Szczegóły', 'Gęstość (kg/hl)'])(
  'after a colleague reverts the delivery, the dialog keeps the typed "%s", and a save fails with the reason',
  async (name) => {
    const { server } = stubSettlement();
    server.row = LISTED;
    const { refresh } = openFromList();
    await screen.findByRole('textbox', { name });
    await userEvent.clear(field(name));
    await userEvent.type(field(name), '73');
    await userEvent.tab();
    server.isDeleted = true;
    await refresh();
    expect(field(name).value).toBe('73');
    await press('Zapisz rozliczenie');
    await screen.findByText(/^Nie udało się zapisać\. Nie znaleziono rozliczenia\./);
    expect(field(name).value).toBe('73');
  },
);

test.each([{ areRulesReachable: false }, { isDeleted: true }])(
  'a dialog that opens without rules (%j) keeps the typed text when the rules load later',
  async (failure) => {
    const { server } = stubSettlement();
    Object.assign(server, { row: LISTED }, failure);
    const { refresh } = openFromList();
    await userEvent.type(await screen.findByRole('textbox', { name: 'Szczegóły' }), 'moje');
    Object.assign(server, { areRulesReachable: true, isDeleted: false });
    await refresh();
    expect(field('Szczegóły').value).toBe('moje');
  },
);
