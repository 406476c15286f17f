import type {
  ContractAttention,
  InvoiceAttention,
  TransportAttention,
} from '@spichlerz/shared/domain/attention';
import type { BySide } from '@spichlerz/shared/domain/side';
import type { InvoiceRow } from '@spichlerz/shared/wire/invoices';

/** Labels of the kinds of pending work. A list of records of one kind has the label as its heading. */
export const CONTRACT_ATTENTION_LABELS: BySide<Record<ContractAttention, string>> = {
  purchase: {
    NOT_COVERED: 'Zakupy bliskie terminu bez pokrycia',
    PAST_RANGE: 'Zakupy po terminie odbioru',
    UNSIGNED: 'Zakupy bez podpisanej umowy',
    TO_CLOSE: 'Zakupy do rozliczenia i zamknięcia',
  },
  sales: {
    NOT_COVERED: 'Sprzedaże bliskie terminu bez pokrycia',
    PAST_RANGE: 'Sprzedaże po terminie dostawy',
    UNSIGNED: 'Sprzedaże bez podpisanej umowy',
    TO_CLOSE: 'Sprzedaże do rozliczenia i zamknięcia',
  },
};

export const TRANSPORT_ATTENTION_LABELS: Record<TransportAttention, string> = {
  LATE: 'Niedostarczone po dacie rozładunku',
  TO_RELEASE: 'Dostarczone, do przekazania do rozliczenia',
  PURCHASE_TO_SETTLE: 'Do rozliczenia z dostawcą',
  SALES_TO_SETTLE: 'Do rozliczenia z odbiorcą',
  FREIGHT_TO_SETTLE: 'Do rozliczenia z przewoźnikiem',
  PURCHASE_TO_INVOICE: 'Zakup rozliczony, bez faktury',
  SALES_TO_INVOICE: 'Sprzedaż rozliczona, bez faktury',
  READING_MISSING: 'Brak badań',
  READING_REFUSED: 'Wynik poza granicą',
  READINGS_DIFFER: 'Różnica badań',
  WEIGHT_LOST: 'Różnica wagi',
};

export const INVOICE_ATTENTION_LABELS: Record<InvoiceAttention, Record<InvoiceRow['kind'], string>> = {
  OVERDUE: {
    PURCHASE: 'Termin płatności minął: zakup',
    SALES: 'Termin płatności minął: sprzedaż',
    FREIGHT: 'Termin płatności minął: fracht',
  },
  WITHOUT_KSEF: {
    PURCHASE: 'Bez numeru KSeF: zakup',
    SALES: 'Bez numeru KSeF: sprzedaż',
    FREIGHT: 'Bez numeru KSeF: fracht',
  },
};
