import { UnstyledButton } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';

/** A page, written with `linkOptions({ to, params })` so the compiler knows the route, or something to open here. */
export type RowTarget = { readonly link: LinkProps } | { readonly onOpen: () => void };

export function RowLink({ target, children }: { target: RowTarget; children: ReactNode }) {
  if ('onOpen' in target) {
    return (
      <UnstyledButton className={`${classes.rowLink} ${classes.cut}`} onClick={target.onOpen}>
        {children}
      </UnstyledButton>
    );
  }
  return (
    <Link {...target.link} className={`${classes.rowLink} ${classes.cut}`}>
      {children}
    </Link>
  );
}
