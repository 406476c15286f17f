import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import type { SettlementPreview } from '@spichlerz/shared/wire/quality';
import { createAtom, useSelector } from '@tanstack/react-store';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settlementPreviewQuery } from '../../api/quality.ts';
import { type SentRequest, stubApi, successReply } from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { makeSettlementRow } from '../../testing/rows.ts';
import type { RuleTerms } from './rule-terms.ts';
import { RulesSettlementDialog } from './rules-settlement-dialog.tsx';
import { initialValues, previewBody } from './rules-values.ts';

const ROW = makeSettlementRow();
const MOISTURE = { id: 5, name: 'Wilgotność', unit: '%', type: 'NUMBER' };
const DENSITY = { id: 6, name: 'Gęstość', unit: 'kg/hl', type: 'NUMBER' };
const TERMS = {
  rules: {
    weightBasis: 'UNLOADING',
    readingSource: 'RECIPIENT',
    rules: [
      { id: 1, isPremium: false },
      { id: 2, isPremium: false },
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
const CONTRACT = { currency: 'PLN', rawMaterialId: 1, priceOptions: [] } as unknown as ContractRecord;

let sent: readonly SentRequest[] = [];
beforeEach(() => {
  sent = stubApi(() => successReply(true));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

function Opened({ terms }: { terms: RuleTerms }) {
  return (
    <RulesSettlementDialog
      side="purchase"
      row={ROW}
      current={ROW}
      contract={CONTRACT}
      terms={terms}
      onClose={() => undefined}
      onByHand={() => undefined}
    />
  );
}

function openDialog(preview = PREVIEW, terms = TERMS): void {
  const body = previewBody(
    'purchase',
    ROW,
    terms,
    initialValues('purchase', ROW, terms, CONTRACT.priceOptions),
  );
  renderInApp(
    () => <Opened terms={terms} />,
    (client) => client.setQueryData(settlementPreviewQuery(body).queryKey, preview),
  );
}

test('a changed deduction is typed at once, and not into the reading that had the focus', async () => {
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

test('a settled transport opens with its price option and its changed deductions', () => {
  const overrides = [
    { ruleId: 2, pricePerTonne: -300, quantity: null, reason: 'uzgodnione' },
    { ruleId: 9, pricePerTonne: null, quantity: -40, reason: 'reguły już nie ma' },
  ];
  const terms = { ...TERMS, settled: { byRules: true, priceOptionId: 7, overrides } };
  const options = [{ id: null }, { id: 7 }] as never;
  const shown = { overrides: [{ ruleId: 2, isWeight: false, size: 300, reason: 'uzgodnione' }] };
  expect(initialValues('sales', ROW, terms, options)).toMatchObject({ priceOptionId: 7, ...shown });
  // The option was removed from the contract.
  expect(initialValues('sales', ROW, terms, [])).toMatchObject({ priceOptionId: 0, ...shown });
});

test('a changed deduction without its amount is refused instead of being left out', async () => {
  openDialog();
  await userEvent.click(await screen.findByRole('button', { name: 'Zmień: Gęstość' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Powód zmiany: Gęstość' }), 'uzgodnione');
  await userEvent.click(screen.getByRole('button', { name: 'Zapisz rozliczenie' }));
  const amount = screen.getByRole('textbox', { name: 'Zmieniona kwota: Gęstość' });
  await screen.findByText('Pole nie może być puste.');
  expect(amount.getAttribute('aria-invalid')).toBe('true');
  expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('a warning names the missing reading without which the price and the amount are incomplete', async () => {
  openDialog({ ...PREVIEW, missing: [{ parameterId: 6, name: 'Gęstość' }] });
  const warning = await screen.findByText(/^Cena i kwota są niepełne/);
  expect(warning.textContent).toBe('Cena i kwota są niepełne, dopóki brakuje: Gęstość.');
});

/** Paid by the loaded weight, which a ticket has. */
const BY_LOADING: RuleTerms = {
  ...TERMS,
  rules: { ...TERMS.rules, weightBasis: 'LOADING' },
  measurements: {
    ...TERMS.measurements,
    tickets: [{ place: 'LOADING', number: 'KW/1', gross: null, tare: null, net: 24_800, weighedOn: null }],
  },
};

test('the preview counts the typed loaded weight, which the settlement will be saved with', () => {
  const typed = { ...initialValues('purchase', ROW, BY_LOADING, CONTRACT.priceOptions), loadedKg: 20_000 };
  expect(previewBody('purchase', ROW, BY_LOADING, typed)).toMatchObject({ loadingQuantity: 20_000 });
  expect(previewBody('purchase', ROW, TERMS, typed)).not.toHaveProperty('loadingQuantity');
});

test('an emptied loaded weight is refused and does not delete its ticket', async () => {
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

test("a colleague's readings are taken over and named, except where another one was typed", async () => {
  const stored = createAtom(measured(14.7, 70.4));
  renderInApp(() => {
    const terms = useSelector(stored);
    return <Opened terms={terms} />;
  });
  await screen.findByRole('textbox', { name: 'Wilgotność (%)' });
  await userEvent.clear(field('Gęstość (kg/hl)'));
  await userEvent.type(field('Gęstość (kg/hl)'), '73');
  act(() => stored.set(measured(17, 71)));
  await waitFor(() => expect(field('Wilgotność (%)').value).toBe('17'));
  expect(field('Gęstość (kg/hl)').value).toBe('73');
  const notice = screen.getByText('Ktoś zmienił ten rekord w międzyczasie').closest('[role=alert]');
  expect(notice?.textContent?.replaceAll('\u00a0', ' ')).toContain('Wilgotność: było 14,7 %, jest 17 %');
  expect(notice?.textContent?.replaceAll('\u00a0', ' ')).toContain('Gęstość: było 70,4 kg/hl, jest 71 kg/hl');
});
