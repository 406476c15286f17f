import type { ReactNode } from 'react';
import classes from './legible.module.css';

/** Around fields that may be locked and must be readable all the same. */
export function ReadableWhenDisabled({ children }: { children: ReactNode }) {
  return <div className={classes.legible}>{children}</div>;
}
