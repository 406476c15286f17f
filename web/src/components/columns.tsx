import { Text, Tooltip, VisuallyHidden } from '@mantine/core';
import type { Currency } from '@spichlerz/shared/domain/contract';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type ColumnLook, type ListColumn, listColumn } from '../ui/list/column.tsx';
import {
  EMPTY,
  formatDate,
  formatDateRange,
  formatDateTime,
  formatMoney,
  formatPrice,
  formatTonnes,
  orEmpty,
} from '../words/format.ts';

type Missing = null | undefined;
type Spec = ColumnLook & { label: string };

/**
 * The usual kinds of columns, for one kind of row:
 * `const column = columnsOf<TransportRow>(); const columns = [column.text('carrier', { label: 'Przewoźnik' }, (row) => row.carrierName)]`
 */
export function columnsOf<Row extends object>() {
  return {
    /** Text, cut with an ellipsis at its width and whole in a tooltip. */
    text: (id: string, spec: Spec, value: (row: Row) => string | Missing): ListColumn<Row> => {
      const { width = 200 } = spec;
      return listColumn<Row>(id, { ...spec, width, cell: (row) => <CutText text={orEmpty(value(row))} /> });
    },
    /** Kilograms as tonnes. */
    quantity: (id: string, spec: Spec, value: (row: Row) => number | Missing): ListColumn<Row> =>
      listColumn<Row>(id, { align: 'end', ...spec, cell: (row) => formatTonnes(value(row)) }),
    /** Minor units per tonne. */
    price: (
      id: string,
      spec: Spec,
      value: (row: Row) => number | Missing,
      currency?: (row: Row) => Currency,
    ): ListColumn<Row> =>
      listColumn<Row>(id, { align: 'end', ...spec, cell: (row) => formatPrice(value(row), currency?.(row)) }),
    /** Minor units. */
    money: (
      id: string,
      spec: Spec,
      value: (row: Row) => number | Missing,
      currency?: (row: Row) => Currency,
    ): ListColumn<Row> =>
      listColumn<Row>(id, { align: 'end', ...spec, cell: (row) => formatMoney(value(row), currency?.(row)) }),
    date: (id: string, spec: Spec, value: (row: Row) => string | Missing): ListColumn<Row> =>
      listColumn<Row>(id, { ...spec, cell: (row) => formatDate(value(row)) }),
    dateRange: (
      id: string,
      spec: Spec,
      value: (row: Row) => [string | Missing, string | Missing],
    ): ListColumn<Row> => listColumn<Row>(id, { ...spec, cell: (row) => formatDateRange(...value(row)) }),
    dateTime: (id: string, spec: Spec, value: (row: Row) => string | Missing): ListColumn<Row> =>
      listColumn<Row>(id, { ...spec, cell: (row) => formatDateTime(value(row)) }),
    /** A tick or nothing: GMP, CERT, FOR. */
    flag: (id: string, spec: Spec, value: (row: Row) => boolean): ListColumn<Row> =>
      listColumn<Row>(id, {
        align: 'center',
        ...spec,
        cell: (row) => <Flag isOn={value(row)} label={spec.label} />,
      }),
    /** Anything else: a badge, a status menu, a bar. */
    cell: (id: string, spec: Spec, draw: (row: Row) => ReactNode): ListColumn<Row> =>
      listColumn<Row>(id, { ...spec, cell: draw }),
  };
}

function CutText({ text }: { text: string }) {
  return (
    <Tooltip label={text} disabled={text.length < 20} openDelay={400}>
      <Text component="span" inherit truncate display="block">
        {text}
      </Text>
    </Tooltip>
  );
}

function Flag({ isOn, label }: { isOn: boolean; label: string }) {
  if (!isOn)
    return (
      <Text component="span" inherit c="dimmed">
        <span aria-hidden>{EMPTY}</span>
        <VisuallyHidden>{`${label}: nie`}</VisuallyHidden>
      </Text>
    );
  return (
    <>
      <IconCheck size={16} aria-hidden color="var(--app-long)" />
      <VisuallyHidden>{`${label}: tak`}</VisuallyHidden>
    </>
  );
}
