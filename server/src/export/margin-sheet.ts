import type { MarginFigures } from '@spichlerz/shared/domain/margin';
import type { MarginRow } from '@spichlerz/shared/wire/margin';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { MARGIN_STAGE_LABELS } from '@spichlerz/shared/words/margin';
import { type Sheet, type SheetColumn, sheetColumnsOf } from './sheet.ts';

type MarginFields = Pick<MarginFigures, 'margin'>;

const THOUSANDTHS = 1_000;

const percent = (value: number | null | undefined) =>
  value === null || value === undefined ? null : Math.round(value * THOUSANDTHS);

/** The margin columns of a sheet. They are empty if the amounts have several currencies. */
export function marginColumns<Row extends MarginFields>(): SheetColumn<Row>[] {
  const column = sheetColumnsOf<Row>();
  return [
    column.money(HEADERS.margin, ({ margin }) => margin?.amount),
    column.price(HEADERS.margin, ({ margin }) => margin?.perTonne),
    column.decimal(`${HEADERS.margin} (%)`, ({ margin }) => percent(margin?.percent)),
    column.text(HEADERS.marginCurrency, ({ margin }) => margin?.currency, 9),
    column.text(HEADERS.marginStage, ({ margin }) => (margin ? MARGIN_STAGE_LABELS[margin.stage] : null)),
  ];
}

/** Adds the margin columns, which are exported only if the screen shows them. */
export const withMargin = <Row>(sheet: Sheet<Row>): Sheet<Row & MarginFields> => ({
  ...sheet,
  columns: [...sheet.columns, ...marginColumns<Row & MarginFields>()],
});

const column = sheetColumnsOf<MarginRow>();

export const MARGIN_SHEET: Sheet<MarginRow> = {
  title: 'Marże',
  columns: [
    column.text(HEADERS.marginGroup, (row) => row.label, 32),
    // A row with several currencies has no margin. Without this column a reader could add its amounts to those
    // of other rows.
    column.yesNo(HEADERS.mixedAmounts, (row) => row.margin === null),
    column.whole(HEADERS.transportCount, (row) => row.transportCount),
    column.tonnes(HEADERS.quantity, (row) => row.quantity),
    column.money(HEADERS.sale, (row) => row.sales),
    column.money(HEADERS.purchase, (row) => row.purchase),
    column.money(HEADERS.freight, (row) => row.freight),
    column.money(HEADERS.otherCosts, (row) => row.costs),
    column.money(HEADERS.margin, (row) => row.margin),
    column.money(HEADERS.plannedMargin, (row) => row.plannedPart),
    column.price(HEADERS.margin, (row) => row.perTonne),
    column.decimal(`${HEADERS.margin} (%)`, (row) => percent(row.percent)),
    column.text(HEADERS.currency, (row) => row.currency, 9),
  ],
};
