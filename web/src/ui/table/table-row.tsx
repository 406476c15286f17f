import type { LinkProps } from '@tanstack/react-router';
import { type ReadonlyAtom, useSelector } from '@tanstack/react-store';
import { type MouseEvent, memo, type ReactNode } from 'react';
import { UI_TEXTS } from '../texts.ts';
import classes from './data-table.module.css';
import type { ListColumn } from './data-table-props.ts';
import { isSame } from './list-params.ts';
import { type RowAction, RowActions, RowMenuItems } from './row-actions.tsx';
import { RowCheckbox } from './row-checkbox.tsx';
import { RowLink } from './row-link.tsx';

/** Callbacks of the rows. Rows read them from an atom, so that new functions do not render 50 rows again. */
export type RowCallbacks<Row> = {
  readonly open: (row: Row) => void;
  readonly choose: (id: number, isChosen: boolean) => void;
  readonly actions: (row: Row) => readonly RowAction[];
};

/** Texts with fewer characters fit into their column and need no tooltip. */
const TOOLTIP_LENGTH = 20;

type Props<Row extends { id: number }> = {
  row: Row;
  name: string;
  columns: readonly ListColumn<Row>[];
  /** The target of the first cell: a page, `here` for a callback, or undefined. */
  link: LinkProps | 'here' | undefined;
  /** The row no longer matches the filters, so it cannot be selected. */
  isGone: boolean;
  /** Undefined where rows cannot be selected. */
  isChosen: boolean | undefined;
  /** Undefined where no row has actions. */
  hasActions: boolean | undefined;
  callbacks: ReadonlyAtom<RowCallbacks<Row>>;
};

function PlainTableRow<Row extends { id: number }>(props: Props<Row>) {
  const { row, name, columns, link, isGone, isChosen, hasActions, callbacks } = props;
  const open = () => callbacks.get().open(row);
  const openUnlessOnControl = ({ target }: MouseEvent) => {
    const isOnControl =
      target instanceof Element && target.closest('a, button, input, label, [role="menu"]') !== null;
    if (!isOnControl && !window.getSelection()?.toString()) open();
  };

  // the whole cell selects the row, so that a click next to the checkbox does not open the row
  const selectByCell = (event: MouseEvent) => {
    if (event.target === event.currentTarget) callbacks.get().choose(row.id, isChosen !== true);
    event.stopPropagation();
  };

  return (
    <tr
      className={link === undefined ? undefined : classes.opens}
      data-row
      data-gone={isGone || undefined}
      onClick={link === undefined ? undefined : openUnlessOnControl}
    >
      {isChosen === undefined ? null : (
        <td className={classes.choiceCell} onClick={selectByCell}>
          <RowCheckbox
            aria-label={UI_TEXTS.selectRow(name)}
            checked={isChosen && !isGone}
            disabled={isGone}
            onChange={(event) => callbacks.get().choose(row.id, event.currentTarget.checked)}
          />
        </td>
      )}
      {columns.map((column, index) => {
        const { id, align, width } = column;
        const content = column.cell(row);
        const cut = column.lines ? undefined : cutProps(content, width);
        const target = index > 0 ? undefined : link === 'here' ? { onOpen: open } : link && { link };
        const linked = target ? <RowLink target={target}>{content}</RowLink> : content;
        // screen readers announce the row header before each cell
        const Cell = index === 0 ? 'th' : 'td';
        return (
          <Cell
            key={id}
            scope={index === 0 ? 'row' : undefined}
            data-align={align}
            {...cut}
            className={pinClass(column, index)}
            style={width === undefined ? undefined : { maxWidth: width }}
          >
            {column.lines?.map((line, place) => {
              const text = place === 0 ? content : line.cell(row);
              return (
                <div key={line.id} className={classes.line} {...cutProps(text, width)}>
                  {place === 0 ? linked : text}
                </div>
              );
            }) ?? linked}
          </Cell>
        );
      })}
      {hasActions === undefined ? null : (
        <td className={classes.actionsCell}>
          {hasActions ? (
            <RowActions rowName={name}>
              {() => <CurrentRowMenuItems row={row} callbacks={callbacks} />}
            </RowActions>
          ) : null}
        </td>
      )}
    </tr>
  );
}

/** Text in a column with a width may be cut off. The tooltip of a long text shows the whole text. */
function cutProps(content: ReactNode, width: number | undefined) {
  if (width === undefined || typeof content !== 'string') return undefined;
  return { 'data-cut': true, 'data-tip': content.length >= TOOLTIP_LENGTH ? content : undefined };
}

/**
 * Returns the class of a column that stays visible while the table scrolls sideways: the first column, a second
 * column with `stays`, or a last column with `staysAtEnd`.
 */
export function pinClass({ stays, staysAtEnd }: ListColumn<never>, index: number): string | undefined {
  if (index === 0) return classes.firstCell;
  if (staysAtEnd) return classes.endCell;
  return index === 1 && stays ? classes.secondCell : undefined;
}

/** Reads the current actions, because a disabled reason may become known while the menu is open. */
function CurrentRowMenuItems<Row extends { id: number }>({
  row,
  callbacks,
}: Pick<Props<Row>, 'row' | 'callbacks'>) {
  return <RowMenuItems actions={useSelector(callbacks).actions(row)} />;
}

/**
 * Compares the data of rows, because sorting and refreshing create new row objects that mostly have the same
 * data.
 */
export const DataTableRow = memo(
  PlainTableRow,
  (before, after) =>
    before.isGone === after.isGone &&
    before.isChosen === after.isChosen &&
    before.hasActions === after.hasActions &&
    before.name === after.name &&
    before.columns.length === after.columns.length &&
    before.columns.every((column, index) => column === after.columns[index]) &&
    isSame(before.link, after.link) &&
    isSame(before.row, after.row),
) as typeof PlainTableRow;
