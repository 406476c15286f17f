import { CURRENCIES, type Currency } from '@spichlerz/shared/domain/contract';
import { type BaseParams, urlDay, urlOne, urlWhole } from '../../../ui/table/list-params.ts';

/** Filters that lists of transports and of settlements share. */
export const transportFilters = {
  cargoQuantityFrom: urlWhole(),
  cargoQuantityTo: urlWhole(),
  realCargoQuantityFrom: urlWhole(),
  realCargoQuantityTo: urlWhole(),
  priceFrom: urlWhole(),
  priceTo: urlWhole(),
  currency: urlOne(CURRENCIES),
  dateLoadingFrom: urlDay(),
  dateLoadingTo: urlDay(),
  dateUnloadingFrom: urlDay(),
  dateUnloadingTo: urlDay(),
  purchaseDeliverDateFrom: urlDay(),
  purchaseDeliverDateTo: urlDay(),
  salesDeliverDateFrom: urlDay(),
  salesDeliverDateTo: urlDay(),
};

export type TransportFilterName = keyof typeof transportFilters;
export type TransportParams = BaseParams & {
  [Key in TransportFilterName]: Key extends `date${string}` | `${string}Date${string}`
    ? string
    : Key extends 'currency'
      ? Currency | null
      : number | null;
};

export const DATES = [
  { from: 'dateLoadingFrom', to: 'dateLoadingTo', label: 'Data załadunku' },
  { from: 'dateUnloadingFrom', to: 'dateUnloadingTo', label: 'Data rozładunku' },
  { from: 'purchaseDeliverDateFrom', to: 'purchaseDeliverDateTo', label: 'Dostawa zakupu' },
  { from: 'salesDeliverDateFrom', to: 'salesDeliverDateTo', label: 'Dostawa sprzedaży' },
] as const;
export const QUANTITIES = [
  { from: 'cargoQuantityFrom', to: 'cargoQuantityTo', label: 'Ilość' },
  { from: 'realCargoQuantityFrom', to: 'realCargoQuantityTo', label: 'Ilość rzeczywista' },
] as const;
export const FREIGHT = {
  from: 'priceFrom',
  to: 'priceTo',
  label: 'Fracht za tonę',
  currency: 'currency',
  currencyLabel: 'Waluta frachtu',
} as const;
export const RANGES = [...DATES, ...QUANTITIES, FREIGHT];
