import { type ComponentProps, useEffect, useRef } from 'react';
import classes from './data-table.module.css';

type Props = Pick<ComponentProps<'input'>, 'aria-label' | 'checked' | 'onChange'> & {
  indeterminate?: boolean;
};

/** A plain checkbox that looks like the kit's, which takes five elements and a hundred times the work. */
export function RowCheckbox({ indeterminate = false, ...props }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return <input ref={input} type="checkbox" className={classes.checkbox} {...props} />;
}
