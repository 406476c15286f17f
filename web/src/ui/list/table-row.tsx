import type { LinkProps } from '@tanstack/react-router';
import { type MouseEvent, memo } from 'react';
import { UI_TEXTS } from '../texts.ts';
import { type ReadableStore, useStore } from '../use-watched.ts';
import type { ListColumn } from './column.tsx';
import classes from './data-table.module.css';
import { isSame } from './list-params.ts';
import { type RowAction, RowActions, RowEntries } from './row-actions.tsx';
import { RowCheckbox } from './row-checkbox.tsx';
import { RowLink } from './row-link.tsx';

/** What rows do when they are asked to. Read at that time: another function is no reason to draw 50 rows again. */
export type RowCallbacks<Row> = {
  readonly open: (row: Row) => void;
  readonly choose: (id: number, isChosen: boolean) => void;
  readonly actions: (row: Row) => readonly RowAction[];
};

/** Characters a column always has room for: shorter texts need no tooltip. */
const LONG = 20;

type Props<Row extends { id: number }> = {
  row: Row;
  name: string;
  columns: readonly ListColumn<Row>[];
  /** Where the first cell leads: a page, something to open here, or nowhere. */
  leads: LinkProps | 'here' | undefined;
  /** Absent where rows cannot be chosen. */
  isChosen: boolean | undefined;
  /** Absent where no row has any. */
  hasActions: boolean | undefined;
  deeds: ReadableStore<RowCallbacks<Row>>;
};

function PlainTableRow<Row extends { id: number }>(props: Props<Row>) {
  const { row, name, columns, leads, isChosen, hasActions, deeds } = props;
  const open = () => deeds.read().open(row);
  const openUnlessOnControl = ({ target }: MouseEvent) => {
    const isOnControl =
      target instanceof Element && target.closest('a, button, input, label, [role="menu"]') !== null;
    if (!isOnControl && !window.getSelection()?.toString()) open();
  };

  // the whole cell, so that a click beside the small box does not open the row
  const chooseAround = (event: MouseEvent) => {
    if (event.target === event.currentTarget) deeds.read().choose(row.id, isChosen !== true);
    event.stopPropagation();
  };

  return (
    <tr
      className={leads === undefined ? undefined : classes.opens}
      onClick={leads === undefined ? undefined : openUnlessOnControl}
    >
      {isChosen === undefined ? null : (
        <td className={classes.choiceCell} onClick={chooseAround}>
          <RowCheckbox
            aria-label={UI_TEXTS.selectRow(name)}
            checked={isChosen}
            onChange={(event) => deeds.read().choose(row.id, event.currentTarget.checked)}
          />
        </td>
      )}
      {columns.map((column, index) => {
        const { id, align, width } = column;
        const content = column.cell(row);
        const isCut = width !== undefined && typeof content === 'string';
        // what names the row is read before each of its cells
        const Cell = index === 0 ? 'th' : 'td';
        return (
          <Cell
            key={id}
            scope={index === 0 ? 'row' : undefined}
            data-align={align}
            data-cut={isCut || undefined}
            data-tip={isCut && content.length >= LONG ? content : undefined}
            className={index === 0 ? classes.firstCell : undefined}
            style={width === undefined ? undefined : { maxWidth: width }}
          >
            {index > 0 || leads === undefined ? (
              content
            ) : (
              <RowLink target={leads === 'here' ? { onOpen: open } : { link: leads }}>{content}</RowLink>
            )}
          </Cell>
        );
      })}
      {hasActions === undefined ? null : (
        <td className={classes.actionsCell}>
          {hasActions ? (
            <RowActions rowName={name}>{() => <Entries row={row} deeds={deeds} />}</RowActions>
          ) : null}
        </td>
      )}
    </tr>
  );
}

/** Of the table as it is now: why one of them is refused may become known while the menu is open. */
function Entries<Row extends { id: number }>({ row, deeds }: Pick<Props<Row>, 'row' | 'deeds'>) {
  return <RowEntries actions={useStore(deeds).actions(row)} />;
}

/** Sorting and a refresh bring rows that are new objects and mostly say the same. */
export const TableRow = memo(
  PlainTableRow,
  (before, after) =>
    before.isChosen === after.isChosen &&
    before.hasActions === after.hasActions &&
    before.name === after.name &&
    before.columns.length === after.columns.length &&
    before.columns.every((column, index) => column === after.columns[index]) &&
    isSame(before.leads, after.leads) &&
    isSame(before.row, after.row),
) as typeof PlainTableRow;
