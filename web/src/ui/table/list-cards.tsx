import { Button, Collapse, Group, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Fragment, type ReactNode } from 'react';
import { NoWrapPostCode } from '../no-wrap-post-code.tsx';
import { UI_TEXTS } from '../texts.ts';
import cards from './cards.module.css';
import { CardsBar } from './cards-bar.tsx';
import classes from './data-table.module.css';
import type { CardSlot, DataTableProps, ListColumn, ShownRowsProps } from './data-table-props.ts';
import type { BaseParams } from './list-params.ts';
import { RowActions, RowMenuItems } from './row-actions.tsx';
import { RowCheckbox, setRowSelected } from './row-checkbox.tsx';
import { RowLink } from './row-link.tsx';

/**
 * A column of at least this width in pixels uses the full width of a card, because half a card is too narrow
 * for an e-mail address.
 */
const WIDE_COLUMN = 240;

/** The rows of a table on a phone: cards with key figures and an expandable rest. */
export function ListCards<Row extends { id: number }, Params extends BaseParams>(
  props: ShownRowsProps<Row, Params>,
) {
  const { query, label, groups, grouped, goneIds } = props;
  if (query.data === undefined || query.data.list.length === 0)
    return <div className={classes.cardsWaiting} aria-busy />;
  return (
    <section className={cards.frame} tabIndex={-1}>
      <CardsBar {...props} rows={query.data.list.filter(({ id }) => !goneIds.has(id))} />
      {grouped.map(({ key, rows }) => (
        <Fragment key={key}>
          {groups ? <h2 className={cards.groupHeading}>{groups.heading(key)}</h2> : null}
          <ul
            className={`${cards.cards} ${query.isPlaceholderData ? classes.dimmed : ''}`}
            aria-label={label}
            aria-busy={query.isFetching}
          >
            {rows.map((row) => (
              <ListCard key={row.id} row={row} isGone={goneIds.has(row.id)} {...props} />
            ))}
          </ul>
        </Fragment>
      ))}
    </section>
  );
}

function ListCard<Row extends { id: number }, Params extends BaseParams>({
  row,
  columns,
  rowName,
  rowActions,
  rowTarget,
  selection,
  isGone,
}: DataTableProps<Row, Params> & { row: Row; isGone: boolean }) {
  const [isOpen, { toggle }] = useDisclosure(false);
  const placed = (place: CardSlot) => columns.filter((column, index) => cardSlotOf(column, index) === place);
  const title = placed('title').map((column, index) => (
    <Fragment key={column.id}>
      {index > 0 ? ' ' : null}
      <span>{column.cell(row)}</span>
    </Fragment>
  ));
  const rest = placed('rest');

  return (
    <li className={cards.card} data-gone={isGone || undefined}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        {selection ? (
          <label className={cards.choice} data-no-print>
            <RowCheckbox
              checked={!isGone && selection.ids.has(row.id)}
              disabled={isGone}
              onChange={(event) => setRowSelected(selection, row.id, event.currentTarget.checked)}
            />
            <VisuallyHidden>{UI_TEXTS.selectRow(rowName(row))}</VisuallyHidden>
          </label>
        ) : null}
        <Group gap="xs" fw={600} miw={0} flex={1} style={{ overflowWrap: 'anywhere' }}>
          {rowTarget ? <RowLink target={rowTarget(row)}>{title}</RowLink> : title}
        </Group>
        {rowActions && rowActions(row).length > 0 ? (
          <RowActions rowName={rowName(row)}>{() => <RowMenuItems actions={rowActions(row)} />}</RowActions>
        ) : null}
      </Group>
      <Figures columns={placed('figure')} row={row} />
      {rest.length > 0 ? (
        <>
          <Collapse expanded={isOpen}>
            <Figures columns={rest} row={row} />
          </Collapse>
          <Button variant="subtle" size="compact-sm" mt="xs" ml={-8} onClick={toggle} aria-expanded={isOpen}>
            {isOpen ? UI_TEXTS.less : UI_TEXTS.more}
          </Button>
        </>
      ) : null}
    </li>
  );
}

function Figures<Row extends object>({ columns, row }: { columns: readonly ListColumn<Row>[]; row: Row }) {
  return (
    <dl className={cards.figures}>
      {columns.map((column) => (
        <div key={column.id} className={(column.width ?? 0) >= WIDE_COLUMN ? cards.wide : undefined}>
          <dt>{column.name ?? column.label}</dt>
          <dd>
            <Figure content={column.cell(row)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Cards wrap text, unlike tables, so post codes must be kept on one line. */
function Figure({ content }: { content: ReactNode }) {
  return typeof content === 'string' ? <NoWrapPostCode text={content} /> : content;
}

/** By default the first column is the title and the next three are key figures. */
function cardSlotOf<Row extends object>(column: ListColumn<Row>, index: number): CardSlot {
  return column.card ?? (index === 0 ? 'title' : index < 4 ? 'figure' : 'rest');
}
