import { describe, expect, it } from 'vitest';
import {
  type KeptColumns,
  moveColumn,
  NOTHING_KEPT,
  orderColumns,
  readKeptColumns,
  showColumn,
} from './column-order.ts';

const IDS = ['id', 'supplier', 'quantity', 'price', 'owner'];
const kept = (order: string[], hidden: string[] = []): KeptColumns => ({ order, hidden });

describe('the order of columns', () => {
  it('is that of the list while nobody changed it', () => {
    expect(orderColumns(IDS, NOTHING_KEPT)).toEqual(IDS);
  });

  it('is the person’s, with the first column where it was', () => {
    expect(orderColumns(IDS, kept(['owner', 'price', 'id', 'quantity', 'supplier']))).toEqual([
      'id',
      'owner',
      'price',
      'quantity',
      'supplier',
    ]);
  });

  it('has a new column where the list has it, and none that is gone or named twice', () => {
    expect(orderColumns(IDS, kept(['price', 'gone', 'price', 'quantity']))).toEqual([
      'id',
      'supplier',
      'price',
      'owner',
      'quantity',
    ]);
  });

  it('follows each move', () => {
    const once = moveColumn(IDS, NOTHING_KEPT, { from: 3, to: 1 });
    expect(orderColumns(IDS, once)).toEqual(['id', 'price', 'supplier', 'quantity', 'owner']);
    const back = moveColumn(IDS, once, { from: 1, to: 3 });
    expect(orderColumns(IDS, back)).toEqual(IDS);
  });

  it('keeps the place of a column that only another form of the list has', () => {
    const withMaterial = ['id', 'supplier', 'material', 'quantity', 'price', 'owner'];
    const moved = moveColumn(withMaterial, NOTHING_KEPT, { from: 2, to: 4 });
    expect(orderColumns(withMaterial, moved)).toEqual([
      'id',
      'supplier',
      'quantity',
      'price',
      'material',
      'owner',
    ]);
    const elsewhere = moveColumn(IDS, moved, { from: 1, to: 2 });
    expect(orderColumns(withMaterial, elsewhere)).toEqual([
      'id',
      'quantity',
      'supplier',
      'price',
      'material',
      'owner',
    ]);
  });
});

describe('hidden columns', () => {
  it('are named once and shown again', () => {
    const hidden = showColumn(showColumn(NOTHING_KEPT, 'price', false), 'price', false);
    expect(hidden.hidden).toEqual(['price']);
    expect(showColumn(hidden, 'price', true)).toEqual(NOTHING_KEPT);
  });
});

describe('what was kept', () => {
  it('is read, and is nothing when it makes no sense', () => {
    expect(readKeptColumns('{"order":["price"],"hidden":[]}')).toEqual(kept(['price']));
    for (const text of [null, '', 'price', '[]', '{"order":[1]}', 'null']) {
      expect(readKeptColumns(text)).toEqual(NOTHING_KEPT);
    }
  });
});
