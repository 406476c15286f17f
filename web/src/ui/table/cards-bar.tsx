import { NativeSelect } from '@mantine/core';
import { UI_TEXTS } from '../texts.ts';
import cards from './cards.module.css';
import type { DataTableProps, ListColumn } from './data-table-props.ts';
import { type BaseParams, isSame, type ListState, type Sort } from './list-params.ts';
import { AllCheckbox } from './row-checkbox.tsx';

type Props<Row extends { id: number }, Params extends BaseParams> = Pick<
  DataTableProps<Row, Params>,
  'columns' | 'list' | 'selection'
> & { rows: readonly Row[] };

/** Replaces the table header on a phone: a checkbox for all rows and a select field of sort orders. */
export function CardsBar<Row extends { id: number }, Params extends BaseParams>(props: Props<Row, Params>) {
  const { columns, list, rows, selection } = props;
  return (
    <div className={cards.bar} data-no-print>
      {selection ? (
        <label className={cards.choice}>
          <AllCheckbox rows={rows} selection={selection} />
          {UI_TEXTS.selectAllShort}
        </label>
      ) : null}
      {columns.some(({ sort }) => sort !== undefined) ? <SortSelect columns={columns} list={list} /> : null}
    </div>
  );
}

type SortProps<Params extends BaseParams> = {
  columns: readonly ListColumn<never>[];
  list: ListState<Params>;
};

function SortSelect<Params extends BaseParams>({ columns, list }: SortProps<Params>) {
  const orders = ordersOf(columns, list);
  return (
    <NativeSelect
      className={cards.sort}
      aria-label={UI_TEXTS.sort}
      size="xs"
      value={orders.findIndex(({ sort }) => isSame(sort, list.params.sort))}
      onChange={({ currentTarget }) => {
        const chosen = orders[currentTarget.selectedIndex];
        if (chosen !== undefined) list.change({ sort: chosen.sort } as Partial<Params>);
      }}
    >
      {orders.map(({ sort, label }, index) => (
        <option key={`${sort.column} ${sort.direction}`} value={index}>
          {label}
        </option>
      ))}
    </NativeSelect>
  );
}

type Order = { readonly sort: Sort; readonly label: string };

/**
 * Returns the ascending and descending order of each column. Adds the default order and the current order if no
 * column has them.
 */
function ordersOf<Params extends BaseParams>(
  columns: readonly ListColumn<never>[],
  { params, defaults }: ListState<Params>,
): Order[] {
  const orders = columns.flatMap(({ sort: column, name, label }): Order[] =>
    column === undefined
      ? []
      : [
          { sort: { column, direction: 'ASC' }, label: UI_TEXTS.rising(name ?? label) },
          { sort: { column, direction: 'DESC' }, label: UI_TEXTS.falling(name ?? label) },
        ],
  );
  const addMissing = (sort: Sort, label: string) => {
    if (!orders.some((order) => isSame(order.sort, sort))) orders.unshift({ sort, label });
  };
  addMissing(defaults.sort, UI_TEXTS.initialOrder);
  addMissing(params.sort, UI_TEXTS.otherOrder);
  return orders;
}
