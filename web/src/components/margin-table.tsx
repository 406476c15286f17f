import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Table.css';
import { Button, Collapse, Group, Paper, Table } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { MarginCurrency } from '@spichlerz/shared/domain/margin-currency';
import type { MarginRow } from '@spichlerz/shared/wire/margin';
import { EMPTY, formatPrice, formatTonnes } from '@spichlerz/shared/words/figures';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePhone } from '../ui/hooks/screen.ts';
import cards from '../ui/table/cards.module.css';
import { UI_TEXTS } from '../ui/texts.ts';
import { formatMoney } from '../words/format.ts';
import { formatMarginPercent } from '../words/margin.ts';
import { formatCount } from '../words/plural.ts';
import cells from './cells.module.css';
import { type EarningRow, totalOf } from './margin-rows.ts';
import type { TransportSearch } from './realized-search.ts';

type Props<Row extends MarginRow> = {
  label: string;
  /** The heading of the first column. */
  first: string;
  rows: readonly Row[];
  /** Returns the filters that list the transports of a row. */
  searchOf: (row: MarginRow) => TransportSearch;
};

type Line<Row extends MarginRow> = {
  row: Row;
  search: TransportSearch;
  /** The number of transports that the filters list, if it differs from the row's transportCount. */
  listedCount?: number;
  isTotal: boolean;
};

type Column<Row extends MarginRow> = {
  label: string;
  show: (line: Line<Row>) => ReactNode;
  /** Whether a card shows the column before the card is expanded. */
  isKey?: boolean;
};

const COUNTS: readonly Column<MarginRow>[] = [
  {
    label: 'Transporty',
    show: (line) => <TransportsLink {...line} />,
    isKey: true,
  },
  {
    label: HEADERS.quantity,
    show: ({ row }) => (row.quantity === 0 ? EMPTY : formatTonnes(row.quantity)),
    isKey: true,
  },
];

const AMOUNTS = [
  { label: HEADERS.sale, of: 'sales' },
  { label: HEADERS.purchase, of: 'purchase' },
  { label: HEADERS.freight, of: 'freight' },
  { label: HEADERS.otherCosts, of: 'costs' },
] as const;

const EARNING: readonly Column<EarningRow>[] = [
  ...COUNTS,
  ...AMOUNTS.map(({ label, of }) => ({
    label,
    show: ({ row }: Line<EarningRow>) => formatMoney(row[of], row.currency),
  })),
  { label: HEADERS.margin, show: ({ row }) => <Amount minor={row.margin} row={row} /> },
  { label: HEADERS.plannedMargin, show: ({ row }) => <Amount minor={row.plannedPart} row={row} /> },
  {
    label: HEADERS.marginPerTonne,
    show: ({ row }) => formatPrice(row.perTonne, row.currency),
    isKey: true,
  },
  {
    label: '% sprzedaży',
    show: ({ row }) => (row.percent === null ? EMPTY : formatMarginPercent(row.percent)),
    isKey: true,
  },
];

const MIXED: readonly Column<MarginRow>[] = [
  { label: HEADERS.currency, show: ({ row }) => row.currency },
  ...COUNTS,
  ...AMOUNTS.map(({ label, of }) => ({
    label,
    show: ({ row }: Line<MarginRow>) => (row[of] === 0 ? EMPTY : formatMoney(row[of], row.currency)),
    isKey: true,
  })),
];

type EarningProps = Props<EarningRow> & {
  /** The filters that list the transports of all rows. */
  totalSearch: TransportSearch;
};

/** Margins of one currency, with the amounts from which they are computed. The total comes first. */
export function MarginTable({ rows, searchOf, totalSearch, ...props }: EarningProps) {
  const total = { row: totalOf(rows), search: totalSearch, isTotal: true };
  const lines = rows.map((row) => ({ row, search: searchOf(row), isTotal: false }));
  return <Lines {...props} columns={EARNING} lines={[total, ...lines]} headlineOf={marginOf} />;
}

/**
 * Amounts of transports with several currencies: one line per currency, without a margin. A line counts the
 * transports with a sale in its currency. The link of a line lists the transports of all lines with the same
 * key.
 */
export function MixedAmountsTable({ rows, searchOf, ...props }: Props<MarginRow>) {
  const lines = rows.map((row) => ({
    row,
    search: searchOf(row),
    listedCount: rows.reduce(
      (sum, { key, transportCount }) => sum + (key === row.key ? transportCount : 0),
      0,
    ),
    isTotal: false,
  }));
  return <Lines {...props} columns={MIXED} lines={lines} headlineOf={currencyOf} />;
}

type LinesProps<Row extends MarginRow> = Pick<Props<Row>, 'label' | 'first'> & {
  columns: readonly Column<Row>[];
  lines: readonly Line<Row>[];
  /** Returns the content of a card next to the name. */
  readonly headlineOf: (row: Row) => ReactNode;
};

const marginOf = (row: EarningRow) => <Amount minor={row.margin} row={row} />;
const currencyOf = ({ currency }: MarginRow) => currency;

function Lines<Row extends MarginRow>(props: LinesProps<Row>) {
  return usePhone() ? <Cards {...props} /> : <Rows {...props} />;
}

const keyOf = ({ key, currency }: MarginRow) => `${key} ${currency}`;

function Rows<Row extends MarginRow>({ label, first, columns, lines }: LinesProps<Row>) {
  const rows = (isTotal: boolean) =>
    lines
      .filter((line) => line.isTotal === isTotal)
      .map((line) => <TableLine key={keyOf(line.row)} line={line} columns={columns} />);
  return (
    <Paper withBorder>
      <Table.ScrollContainer
        minWidth={columns.length * 96}
        scrollAreaProps={{ offsetScrollbars: 'present', viewportProps: { tabIndex: 0 } }}
      >
        <Table aria-label={label} horizontalSpacing={8} style={{ fontVariantNumeric: 'tabular-nums' }}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{first}</Table.Th>
              {columns.map((column) => (
                <Table.Th key={column.label} scope="col" ta="right">
                  {column.label}
                </Table.Th>
              ))}
            </Table.Tr>
            {rows(true)}
          </Table.Thead>
          <Table.Tbody>{rows(false)}</Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  );
}

type LineProps<Row extends MarginRow> = { line: Line<Row>; columns: readonly Column<Row>[] };

function TableLine<Row extends MarginRow>({ line, columns }: LineProps<Row>) {
  return (
    <Table.Tr fw={line.isTotal ? 600 : undefined}>
      <Table.Th scope="row" fw="inherit">
        {line.row.label}
      </Table.Th>
      {columns.map(({ label, show }) => (
        <Table.Td key={label} ta="right" style={{ whiteSpace: 'nowrap' }}>
          {show(line)}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

function Cards<Row extends MarginRow>({ label, columns, lines, headlineOf }: LinesProps<Row>) {
  return (
    <ul aria-label={label} className={cards.cards}>
      {lines.map((line) => (
        <Card key={keyOf(line.row)} line={line} columns={columns} value={headlineOf(line.row)} />
      ))}
    </ul>
  );
}

/** A row on a phone: a card with the key figures. The other figures are shown when the card is expanded. */
function Card<Row extends MarginRow>({ line, columns, value }: LineProps<Row> & { value: ReactNode }) {
  const [isOpen, { toggle }] = useDisclosure(false);
  const figures = (isKey: boolean) => (
    <dl className={cards.figures}>
      {columns
        .filter((column) => (column.isKey ?? false) === isKey)
        .map(({ label, show }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{show(line)}</dd>
          </div>
        ))}
    </dl>
  );
  return (
    <li className={cards.card}>
      <Group justify="space-between" gap="xs" fw={600} wrap="nowrap" align="flex-start">
        <span>{line.row.label}</span>
        <span style={{ whiteSpace: 'nowrap' }}>{value}</span>
      </Group>
      {figures(true)}
      <Collapse expanded={isOpen}>{figures(false)}</Collapse>
      <Button variant="subtle" size="compact-sm" mt="xs" ml={-8} onClick={toggle} aria-expanded={isOpen}>
        {isOpen ? UI_TEXTS.less : UI_TEXTS.more}
      </Button>
    </li>
  );
}

function TransportsLink({ row, search, listedCount = row.transportCount }: Line<MarginRow>) {
  const marginCurrency: MarginCurrency = row.margin === null ? 'MIXED' : row.currency;
  const count = formatCount(row.transportCount);
  const shown = listedCount === row.transportCount ? count : `${count} z ${formatCount(listedCount)}`;
  if (row.transportCount === 0) return EMPTY;
  return (
    <Link
      to="/logistics"
      search={{ ...search, marginCurrency }}
      className={cells['ref']}
      aria-label={`Transporty, ${row.label}: ${shown}`}
    >
      {shown}
    </Link>
  );
}

function Amount({ minor, row }: { minor: number; row: MarginRow }) {
  return <span className={minor < 0 ? cells['loss'] : undefined}>{formatMoney(minor, row.currency)}</span>;
}
