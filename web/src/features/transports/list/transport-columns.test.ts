import { expect, test } from 'vitest';
import { singleColumns } from '../../../ui/table/joined-columns.ts';
import { logisticsColumns } from './transport-columns.tsx';

test("a transport's card shows the weighed kilograms, which the sum of its day counts", () => {
  const columns = singleColumns(logisticsColumns('USER', () => undefined, null));
  const figures = columns.filter(({ card }) => card === 'figure').map(({ name, label }) => name ?? label);
  expect(figures).toEqual(expect.arrayContaining(['Ilość', 'Ilość rzeczywista']));
});
