import type { MarginAmounts, MarginFigures, MarginLine } from '@spichlerz/shared/domain/margin';
import { EMPTY, formatPrice, formatPriceWithoutUnit, NBSP } from '@spichlerz/shared/words/figures';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { MARGIN_STAGE_LABELS } from '@spichlerz/shared/words/margin';
import { asSentence, formatMoney } from './format.ts';

/** Amounts of several currencies have no margin. */
export const SEVERAL_CURRENCIES = 'kilka walut';
export const NO_FREIGHT = 'bez frachtu';
export const NO_FREIGHT_SENTENCE =
  'Otwarta ilość liczy się bez frachtu tam, gdzie między kontraktami nie było jeszcze transportu.';

/** The margin per tonne and in per cent of the sale: `44,48 zł/t · 5,08 %`. */
export function formatMarginRates({ margin }: Pick<MarginFigures, 'margin'>): string {
  if (margin === null) return SEVERAL_CURRENCIES;
  if (margin.perTonne === null) return EMPTY;
  const perTonne = formatPrice(margin.perTonne, margin.currency);
  return margin.percent === null ? perTonne : `${perTonne} · ${formatMarginPercent(margin.percent)}`;
}

/** A percentage of the sale, always with two decimals: `16,80 %`. */
export const formatMarginPercent = (percent: number): string =>
  `${formatPriceWithoutUnit(Math.round(percent * 100))}${NBSP}%`;

/** The amounts from which a margin is computed, for a tooltip. */
export function describeMargin({ margin, marginByCurrency }: MarginFigures): string {
  const parts = marginByCurrency.map(describeLine).map(asSentence);
  if (margin === null) return ['Kwoty są w kilku walutach, a kursu nie zgadujemy.', ...parts].join(' ');
  if (parts.length === 0) return 'Nie ma jeszcze nic, z czego liczy się marża.';
  const stage = `Etap: ${MARGIN_STAGE_LABELS[margin.stage].toLowerCase()}.`;
  return [...parts, stage, ...(margin.freightKnown ? [] : [NO_FREIGHT_SENTENCE])].join(' ');
}

/** The amounts that are not zero: `Sprzedaż 21 927,50 zł, zakup 19 259,11 zł`. */
export function describeLine({ currency, ...amounts }: MarginLine): string {
  const named = AMOUNTS.filter(({ of }) => amounts[of] !== 0).map(
    ({ of, name }, index) =>
      `${index === 0 ? name : name.toLowerCase()} ${formatMoney(amounts[of], currency)}`,
  );
  return named.length === 0 ? `Kwota ${formatMoney(0, currency)}` : named.join(', ');
}

const AMOUNTS: readonly { readonly of: keyof MarginAmounts; readonly name: string }[] = [
  { of: 'sales', name: HEADERS.sale },
  { of: 'purchase', name: HEADERS.purchase },
  { of: 'freight', name: HEADERS.freight },
  { of: 'costs', name: HEADERS.otherCosts },
];
