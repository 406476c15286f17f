import { createElement, Fragment, type ReactNode } from 'react';

const POST_CODE = /((?<![\d-])\d{2}-\d{3}(?![\d-]))/;

/**
 * Text whose post codes do not wrap. CSS is used instead of a non-breaking hyphen, so that copied text has a
 * normal hyphen.
 */
export function NoWrapPostCode({ text }: { text: string }): ReactNode {
  const parts = text.split(POST_CODE);
  if (parts.length === 1) return text;
  const shown = parts.map((part, index) =>
    index % 2 === 0 ? part : createElement('span', { style: { whiteSpace: 'nowrap' } }, part),
  );
  return createElement(Fragment, null, ...shown);
}
