import type { ContractUsage } from '@spichlerz/shared/wire/usage';
import { expect, test } from 'vitest';
import { counted, NOUN_FORMS, usageText } from './plural.ts';

test.each([
  [0, '0 transportów'],
  [1, '1 transport'],
  [2, '2 transporty'],
  [5, '5 transportów'],
  [12, '12 transportów'],
  [22, '22 transporty'],
  [1.5, '1,5 transportu'],
])('%s transports are written as %j', (count, expected) => {
  expect(counted(count, NOUN_FORMS.transports)).toBe(expected);
});

const contract = (documentNumber: string | null) => ({
  side: 'purchase' as const,
  contractId: 7,
  documentNumber,
});
const [three, two, one] = ['Z/2026/0003', 'Z/2026/0002', 'Z/2026/0001'].map(contract);

test.each<[string | null, ContractUsage]>([
  [null, { count: 0, first: [] }],
  ['1 kontrakt: nr 7', { count: 1, first: [contract(null)] }],
  ['2 kontrakty: Z/2026/0003 i Z/2026/0002', { count: 2, first: [three, two].flatMap((one) => one ?? []) }],
  [
    '4 kontrakty: Z/2026/0003, Z/2026/0002, Z/2026/0001 i 1 inny',
    { count: 4, first: [three, two, one].flatMap((one) => one ?? []) },
  ],
  ['15 kontraktów: Z/2026/0003 i 14 innych', { count: 15, first: [three].flatMap((one) => one ?? []) }],
])('usageText returns %j for %j', (sentence, usage) => {
  expect(usageText(usage)).toBe(sentence);
});
