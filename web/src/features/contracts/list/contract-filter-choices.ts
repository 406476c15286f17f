export const YES_NO = [
  { value: true, label: 'Tak' },
  { value: false, label: 'Nie' },
];
export const FREIGHT = [
  { value: true, label: 'FCA' },
  { value: false, label: 'CPT' },
];

export const RANGES = {
  dates: { from: 'dateOfReceiptFrom', to: 'dateOfReceiptTo' },
  quantities: { from: 'cargoQuantityFrom', to: 'cargoQuantityTo' },
  prices: { from: 'priceFrom', to: 'priceTo' },
} as const;
