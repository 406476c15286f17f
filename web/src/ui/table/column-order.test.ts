import { describe, expect, it } from 'vitest';
import {
  type ColumnPreferences,
  hideOptional,
  moveColumn,
  NO_PREFERENCES,
  orderColumns,
  readColumnPreferences,
  showColumn,
  showOptional,
} from './column-order.ts';

const IDS = ['id', 'supplier', 'quantity', 'price', 'owner'];
const preferences = (order: string[], hidden: string[] = []): ColumnPreferences => ({ order, hidden });

describe('the order of columns', () => {
  it('without preferences, the columns have the order of the list definition', () => {
    expect(orderColumns(IDS, NO_PREFERENCES)).toEqual(IDS);
  });

  it("the user's order applies to all columns except the first column, which stays in place", () => {
    expect(orderColumns(IDS, preferences(['owner', 'price', 'id', 'quantity', 'supplier']))).toEqual([
      'id',
      'owner',
      'price',
      'quantity',
      'supplier',
    ]);
  });

  it('a column without a stored position keeps its default position; unknown and repeated ids are ignored', () => {
    expect(orderColumns(IDS, preferences(['price', 'gone', 'price', 'quantity']))).toEqual([
      'id',
      'supplier',
      'price',
      'owner',
      'quantity',
    ]);
  });

  it('a move changes the order of columns, and the reverse move restores the order', () => {
    const once = moveColumn(IDS, NO_PREFERENCES, { from: 3, to: 1 });
    expect(orderColumns(IDS, once)).toEqual(['id', 'price', 'supplier', 'quantity', 'owner']);
    const back = moveColumn(IDS, once, { from: 1, to: 3 });
    expect(orderColumns(IDS, back)).toEqual(IDS);
  });

  it('a move keeps the stored position of a column that the current list does not have', () => {
    const withMaterial = ['id', 'supplier', 'material', 'quantity', 'price', 'owner'];
    const moved = moveColumn(withMaterial, NO_PREFERENCES, { from: 2, to: 4 });
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
  it('hiding a column twice stores its id once, and showing the column removes the id', () => {
    const hidden = showColumn(showColumn(NO_PREFERENCES, 'price', false), 'price', false);
    expect(hidden.hidden).toEqual(['price']);
    expect(showColumn(hidden, 'price', true)).toEqual(NO_PREFERENCES);
  });
});

describe('stored column preferences', () => {
  it('invalid stored preferences are replaced by the defaults', () => {
    expect(readColumnPreferences('{"order":["price"],"hidden":[]}')).toEqual(preferences(['price']));
    for (const text of [null, '', 'price', '[]', '{"order":[1]}', 'null']) {
      expect(readColumnPreferences(text)).toEqual(NO_PREFERENCES);
    }
  });
});

describe('an optional column', () => {
  const optional = ['price'];

  it('is hidden by default, even if preferences were stored before the column existed', () => {
    expect(hideOptional(NO_PREFERENCES, optional).hidden).toEqual(['price']);
    expect(hideOptional(preferences(['owner', 'quantity', 'supplier']), optional).hidden).toEqual(['price']);
  });

  it('stays visible after the user has shown it, and stays hidden when a different column moves', () => {
    const initial = hideOptional(NO_PREFERENCES, optional);
    const shown = showOptional(IDS, initial, 'price');
    expect(hideOptional(shown, optional)).toEqual(shown);
    expect(shown.hidden).toEqual([]);
    const moved = moveColumn(IDS, initial, { from: 4, to: 1 });
    expect(hideOptional(moved, optional).hidden).toEqual(['price']);
    expect(hideOptional(showColumn(shown, 'price', false), optional).hidden).toEqual(['price']);
  });
});
