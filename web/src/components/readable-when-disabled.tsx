import type { ReactNode } from 'react';
import classes from './readable-when-disabled.module.css';

/** Wraps fields that must stay readable when they are disabled. */
export function ReadableWhenDisabled({ children }: { children: ReactNode }) {
  return <div className={classes.legible}>{children}</div>;
}
