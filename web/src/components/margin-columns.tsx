import type { MarginFigures } from '@spichlerz/shared/domain/margin';
import { EMPTY } from '@spichlerz/shared/words/figures';
import { HEADERS } from '@spichlerz/shared/words/headers';
import type { ColumnOptions, ListColumn } from '../ui/table/data-table-props.ts';
import { joinColumns } from '../ui/table/joined-columns.ts';
import type { ColumnSettings } from '../ui/table/use-columns.ts';
import { formatMoney } from '../words/format.ts';
import { describeMargin, formatMarginRates, NO_FREIGHT, SEVERAL_CURRENCIES } from '../words/margin.ts';
import classes from './cells.module.css';
import { columnsOf } from './columns.tsx';

const column = columnsOf<MarginFigures>();

const MARGIN_COLUMN = 'margin';

/** The margin of a row, with the margin per tonne. */
export const marginColumn = <Row extends MarginFigures>(
  options: Pick<ColumnOptions, 'card' | 'isOptional'> = {},
): ListColumn<Row> =>
  joinColumns<Row>(
    column.cell(MARGIN_COLUMN, { label: HEADERS.margin, align: 'end', card: 'rest', ...options }, (row) => (
      <MarginAmount figures={row} />
    )),
    column.cell(
      'marginPerTonne',
      { label: 'za tonę', name: HEADERS.marginPerTonne, align: 'end', card: 'rest', ...options },
      formatMarginRates,
    ),
    options,
  );

/** A margin column for the list of candidates. It sorts the candidates by the margin per tonne. */
export const candidateMarginColumn: ListColumn<MarginFigures> = joinColumns(
  column.cell(
    'marginPerTonne',
    { label: HEADERS.marginPerTonne, sort: 'margin', align: 'end', card: 'figure' },
    (row) => (
      <span data-tip={describeMargin(row)} className={colorOf(row)}>
        {formatMarginRates(row)}
      </span>
    ),
  ),
  column.cell(
    'marginFreight',
    { label: 'fracht', name: 'Fracht w marży', align: 'end', card: 'rest' },
    ({ margin }) =>
      margin === null ? (
        EMPTY
      ) : margin.freightKnown ? (
        'z frachtem'
      ) : (
        <span className={classes.dimmed}>{NO_FREIGHT}</span>
      ),
  ),
);

function MarginAmount({ figures }: { figures: MarginFigures }) {
  const { margin } = figures;
  return (
    <span data-tip={describeMargin(figures)} className={colorOf(figures)}>
      {margin === null ? SEVERAL_CURRENCIES : formatMoney(margin.amount, margin.currency)}
    </span>
  );
}

function colorOf({ margin }: MarginFigures): string | undefined {
  if (margin === null) return classes.dimmed;
  return margin.amount < 0 ? classes.loss : undefined;
}

/** An export contains the margin if its column is shown on the screen. */
export function marginExportOptions({ items }: Pick<ColumnSettings, 'items'>): { withMargin?: true } {
  return items.some(({ id, isShown }) => id === MARGIN_COLUMN && isShown) ? { withMargin: true } : {};
}
