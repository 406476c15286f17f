import { expect, test } from 'vitest';
import { singleColumns } from '../../../ui/table/joined-columns.ts';
import { logisticsColumns } from './transport-columns.tsx';

test('the card of a transport shows the planned and the real quantity', () => {
  const columns = singleColumns(logisticsColumns('USER', () => undefined, null));
  const figures = columns.filter(({ card }) => card === 'figure').map(({ name, label }) => name ?? label);
  expect(figures).toEqual(expect.arrayContaining(['Ilość', 'Ilość rzeczywista']));
});
