import type { Currency } from '@spichlerz/shared/domain/contract';
import {
  paidKg,
  type SettlementStatus,
  SPLIT_WARNING_KG,
  warnsOfSplit,
} from '@spichlerz/shared/domain/settlement';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import { kilograms } from '@spichlerz/shared/domain/units';
import type { SettlementRow } from '@spichlerz/shared/wire/settlements';
import { formatPriceWithoutUnit, formatTonnes } from '@spichlerz/shared/words/figures';
import { SETTLEMENT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { formatMoney } from '../../words/format.ts';
import { countedTonnes, NOUN_FORMS } from '../../words/plural.ts';

/* Reasons why actions are disabled. */
export const NOT_RELEASED = 'Rozliczyć można dopiero po przekazaniu transportu do rozliczenia.';
export const NOT_MOVABLE = {
  purchase: 'Na inny kontrakt zakupu można przenieść tylko rozliczenie w statusie „Do rozliczenia”.',
  sales: 'Na inny kontrakt sprzedaży można przenieść tylko rozliczenie w statusie „Dostarczone”.',
} as const;
export const NOT_INVOICEABLE = {
  purchase: 'Fakturę zakupu można wpisać dopiero po zapisaniu rozliczenia.',
  sales: 'Fakturę sprzedaży można wpisać dopiero po przekazaniu transportu do rozliczenia.',
} as const;

export const NEEDS_CORRECTION = 'do korekty';
const toCorrect = (registrationNumber: string | undefined) =>
  registrationNumber === undefined ? 'Do korekty' : `Transport ${registrationNumber} do korekty`;

const recomputed = (registrationNumber: string | undefined) =>
  `${toCorrect(registrationNumber)}: obecne badania i wagi dają inną cenę lub ilość niż w rozliczeniu.`;

/**
 * The difference between a sent document and the current data. The text names the transport if the dialog shows
 * several transports.
 */
export const correctionWarning: BySide<(row: SettlementRow, registrationNumber?: string) => string> = {
  purchase: (row, registrationNumber) =>
    row.lines.length > 0
      ? recomputed(registrationNumber)
      : `${toCorrect(registrationNumber)}: w wysłanym rozliczeniu jest ${formatTonnes(row.realQuantityKg)}, a waga transportu to ${formatTonnes(row.transportQuantity)}.`,
  sales: (row, registrationNumber) =>
    row.sentAmount === row.amount
      ? recomputed(registrationNumber)
      : `${toCorrect(registrationNumber)}: wystawiona faktura opiewa na ${formatMoney(row.sentAmount, row.currency)}, a rozliczenie na ${formatMoney(row.amount, row.currency)}.`,
};

/**
 * The figures that a move to another contract keeps. The rules of the former contract do not apply to the new
 * contract, and the deductions explain the former price, so both are lost.
 */
export const keptFigures = ({ acceptedQuantity, realQuantityKg, deductions }: SettlementRow): string =>
  acceptedQuantity === null
    ? `Ilość i jakość zostaną bez zmian.${deductions === null ? '' : ' Potrącenia przepadną.'}`
    : `Jakość zostanie bez zmian. Potrącenia przepadną, a zamiast ilości rozliczeniowej ${formatTonnes(acceptedQuantity)} liczyć się będzie ${formatTonnes(realQuantityKg)}.`;

export const NEEDS_CHECK = 'sprawdź';

/**
 * A warning when the settled quantity of a sale is far from the weighed quantity (customer decisions 3), or
 * null.
 */
export function splitWarning(
  side: Side,
  { transportKg, settledKg }: { transportKg: number; settledKg: number },
  registrationNumber?: string,
): string | null {
  if (side !== 'sales' || !warnsOfSplit(kilograms(transportKg), [{ quantityKg: kilograms(settledKg) }]))
    return null;
  const transport = registrationNumber === undefined ? '' : ` ${registrationNumber}`;
  return `Rozliczenie sprzedaży opiewa na ${formatTonnes(settledKg)}, a waga transportu${transport} to ${formatTonnes(transportKg)}: różnica przekracza ${formatTonnes(SPLIT_WARNING_KG)}. Sprawdź dostarczoną ilość.`;
}

/** The reason why a settlement cannot be saved after another user has changed its status. */
export const settlementStatusConflict = (status: SettlementStatus): string =>
  `Ktoś zmienił status tego rozliczenia na „${SETTLEMENT_STATUS_LABELS[status]}”, więc nie można go zapisać w tym oknie.`;

export const INVOICE_IS_OUT =
  'Faktura jest już wystawiona. Jeśli kwota się zmieni, rozliczenie będzie do korekty.';

export const PAID_STAYS =
  'Opłaconego rozliczenia nie można już zmieniać. Pomiń je albo najpierw otwórz ponownie.';

export const PRINTED = { purchase: 'Zestawienie rozliczenia', sales: 'Lista dostaw' } as const;
export const NOT_PRINTED =
  'Zestawienie obejmuje rozliczenia wysłane, zafakturowane i opłacone. Odznacz pozostałe.';
export const NOT_STATED = {
  purchase: NOT_PRINTED,
  sales: 'Rozliczenie obejmuje transporty przekazane do rozliczenia. Odznacz pozostałe.',
} as const;
export const NONE_TO_PRINT =
  'Zestawienie obejmuje rozliczenia wysłane, zafakturowane i opłacone. Ten kontrakt nie ma jeszcze żadnego.';
export const NOTHING_TO_PRINT = 'Ten kontrakt nie ma jeszcze dostarczonych transportów.';

type ShownOption = {
  readonly realQuantityKg: number | null;
  readonly realCargoPrice: number | null;
  readonly realCargoQuality: string;
};

/** `10,000 t po 1 000,00, Paszowa; 14,640 t po 900,00, Inna`: the options of a sale, for a list of changes. */
export const describeOptions = (options: readonly ShownOption[]): string =>
  options
    .map(
      ({ realQuantityKg, realCargoPrice, realCargoQuality }) =>
        `${formatTonnes(realQuantityKg)} po ${formatPriceWithoutUnit(realCargoPrice)}, ${realCargoQuality}`,
    )
    .join('; ');

/** `Transport PO 12345, 24,120 t` with the paid kilograms, for confirmations that name the amount. */
export const transportWithPaidQuantity = (row: SettlementRow): string =>
  `Transport ${row.registrationNumber}, ${formatTonnes(paidKg(row))}`;

/** The total amount of settlements of one contract. */
export const amountOf = (rows: readonly SettlementRow[], currency: Currency): string =>
  formatMoney(
    rows.reduce((sum, row) => sum + row.amount, 0),
    currency,
  );

/** `3 rozliczenia, razem 75,000 t, 68 250 zł`: total weight and amount. */
export function totalText(rows: readonly SettlementRow[], currency: Currency): string {
  const tonnes = countedTonnes(rows.map(paidKg), NOUN_FORMS.settlements);
  return `${tonnes}, ${amountOf(rows, currency)}`;
}
