import type { Currency } from '@spichlerz/shared/domain/contract';
import {
  EMPTY,
  formatDate,
  formatDateRange,
  formatPrice,
  formatTonnes,
  orEmpty,
} from '@spichlerz/shared/words/figures';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ColumnOptions, ListColumn } from '../ui/table/data-table-props.ts';
import { formatMoney } from '../words/format.ts';
import classes from './cells.module.css';

type Missing = null | undefined;
type ColumnSpec = ColumnOptions & { label: string };

/**
 * The usual kinds of list columns, for one kind of row:
 * `const column = columnsOf<TransportRow>(); const columns = [column.text('carrier', { label: 'Przewoźnik' },
 * (row) => row.carrierName)]`
 */
export function columnsOf<Row extends object>() {
  return {
    /** Text, cut off at the width of the column. */
    text: (id: string, spec: ColumnSpec, value: (row: Row) => string | Missing): ListColumn<Row> => ({
      id,
      width: 200,
      ...spec,
      cell: (row) => orEmpty(value(row)),
    }),
    /** Kilograms, shown as tonnes. */
    quantity: (id: string, spec: ColumnSpec, value: (row: Row) => number | Missing): ListColumn<Row> => ({
      id,
      align: 'end',
      ...spec,
      cell: (row) => formatTonnes(value(row)),
    }),
    /** A price per tonne in minor units. */
    price: (
      id: string,
      spec: ColumnSpec,
      value: (row: Row) => number | Missing,
      currency?: (row: Row) => Currency,
    ): ListColumn<Row> => ({
      id,
      align: 'end',
      ...spec,
      cell: (row) => formatPrice(value(row), currency?.(row)),
    }),
    /** An amount in minor units. */
    money: (
      id: string,
      spec: ColumnSpec,
      value: (row: Row) => number | Missing,
      currency?: (row: Row) => Currency,
    ): ListColumn<Row> => ({
      id,
      align: 'end',
      ...spec,
      cell: (row) => formatMoney(value(row), currency?.(row)),
    }),
    date: (id: string, spec: ColumnSpec, value: (row: Row) => string | Missing): ListColumn<Row> => ({
      id,
      ...spec,
      cell: (row) => formatDate(value(row)),
    }),
    dateRange: (
      id: string,
      spec: ColumnSpec,
      value: (row: Row) => [string | Missing, string | Missing],
    ): ListColumn<Row> => ({ id, ...spec, cell: (row) => formatDateRange(...value(row)) }),
    /** A tick or a dash. */
    flag: (id: string, spec: ColumnSpec, value: (row: Row) => boolean): ListColumn<Row> => ({
      id,
      align: 'center',
      ...spec,
      cell: (row) => <Flag isOn={value(row)} label={spec.label} />,
    }),
    /** Any other content: a badge, a status menu, a bar. */
    cell: (id: string, spec: ColumnSpec, render: (row: Row) => ReactNode): ListColumn<Row> => ({
      id,
      ...spec,
      cell: render,
    }),
  };
}

function Flag({ isOn, label }: { isOn: boolean; label: string }) {
  return (
    <>
      {isOn ? (
        <IconCheck size={16} aria-hidden color="var(--app-long)" />
      ) : (
        <span className={classes.dimmed} aria-hidden>
          {EMPTY}
        </span>
      )}
      <span className={classes.unseen}>{`${label}: ${isOn ? 'tak' : 'nie'}`}</span>
    </>
  );
}
