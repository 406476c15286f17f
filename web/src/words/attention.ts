import type { ContractAttention, TransportAttention } from '@spichlerz/shared/domain/attention';
import type { BySide } from '@spichlerz/shared/domain/side';

/** Labels of work that waits, which are also the headings of the lists that show it. */
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
  PURCHASE_OVERDUE: 'Faktury zakupu po terminie płatności',
  SALES_OVERDUE: 'Faktury sprzedaży po terminie płatności',
  FREIGHT_OVERDUE: 'Faktury za fracht po terminie płatności',
  READING_MISSING: 'Brak badań',
  READING_REFUSED: 'Wynik poza granicą',
  READINGS_DIFFER: 'Różnica badań',
  WEIGHT_LOST: 'Różnica wagi',
};
