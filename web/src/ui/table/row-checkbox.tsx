import { type ComponentProps, useEffect, useRef } from 'react';
import { UI_TEXTS } from '../texts.ts';
import classes from './data-table.module.css';
import type { Selection } from './data-table-props.ts';

type Props = Pick<ComponentProps<'input'>, 'aria-label' | 'checked' | 'disabled' | 'onChange'> & {
  indeterminate?: boolean;
};

/** A native checkbox styled like Mantine's checkbox, whose five elements are far slower to render. */
export function RowCheckbox({ indeterminate = false, ...props }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return <input ref={input} type="checkbox" className={classes.checkbox} {...props} />;
}

type AllProps = { rows: readonly { readonly id: number }[]; selection: Selection };

/** Selects all rows of the page, or none. It is disabled while there are no rows. */
export function AllCheckbox({ rows, selection: { ids, onChange } }: AllProps) {
  const areAll = rows.length > 0 && rows.every(({ id }) => ids.has(id));
  return (
    <RowCheckbox
      aria-label={UI_TEXTS.selectAll}
      checked={areAll}
      disabled={rows.length === 0}
      indeterminate={!areAll && rows.some(({ id }) => ids.has(id))}
      onChange={(event) => onChange(new Set(event.currentTarget.checked ? rows.map(({ id }) => id) : []))}
    />
  );
}

/** Adds a row to the selection or removes it. */
export function setRowSelected({ ids, onChange }: Selection, id: number, isSelected: boolean): void {
  const next = new Set(ids);
  if (isSelected) next.add(id);
  else next.delete(id);
  onChange(next);
}
