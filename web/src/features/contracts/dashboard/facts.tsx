import type { ReactNode } from 'react';
import classes from './facts.module.css';

export type Fact = { label: string; value: ReactNode; notes?: readonly (string | null)[] };

type Props = {
  facts: readonly Fact[];
  /** The number of columns in a wide panel. A narrow panel has one column. */
  columns: 1 | 2;
  /** Whether the values are texts of several lines. Other values are right-aligned figures. */
  isText?: boolean;
};

export function Facts({ facts, columns, isText = false }: Props) {
  return (
    <div className={classes.facts}>
      <dl className={`${classes.list} ${columns === 2 ? classes.two : ''}`}>
        {facts.map(({ label, value, notes = [] }) => (
          <div key={label} className={`${classes.fact} ${isText ? classes.text : classes.figure}`}>
            <dt>{label}</dt>
            <dd>
              {isText ? value : <span className={classes.value}>{value}</span>}
              {notes.map((note) =>
                note === null ? null : (
                  <span key={note} className={classes.note}>
                    {note}
                  </span>
                ),
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
