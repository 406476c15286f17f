import { UnstyledButton } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';

/**
 * A page, from `linkOptions({ to, params })` for type safety, or a callback that opens something on this
 * page.
 */
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
