import { createElement, Fragment, type ReactNode } from 'react';

const CODE = /((?<![\d-])\d{2}-\d{3}(?![\d-]))/;

/**
 * A text whose post codes stay in one line. Whoever copies it gets the hyphen that stands in it, not one of the kind
 * that does not break.
 */
export function NoWrapPostCode({ text }: { text: string }): ReactNode {
  const parts = text.split(CODE);
  if (parts.length === 1) return text;
  const shown = parts.map((part, index) =>
    index % 2 === 0 ? part : createElement('span', { style: { whiteSpace: 'nowrap' } }, part),
  );
  return createElement(Fragment, null, ...shown);
}
