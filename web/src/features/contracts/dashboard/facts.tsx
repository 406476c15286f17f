import type { ReactNode } from 'react';
import classes from './facts.module.css';

export type Fact = { label: string; value: ReactNode; notes?: readonly (string | null)[] };

type Props = {
  facts: readonly Fact[];
  /** Two columns need a panel that is wide enough. */
  columns: 1 | 2;
  /** Figures are short and right-aligned, and terms are texts of several lines. */
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
