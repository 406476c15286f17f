import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { NoWrapPostCode } from './no-wrap-post-code.tsx';

afterEach(cleanup);

function rendered(text: string) {
  const { container } = render(<NoWrapPostCode text={text} />);
  return {
    text: container.textContent,
    noWrap: [...container.querySelectorAll('span')].map(({ textContent, style }) => [
      textContent,
      style.whiteSpace,
    ]),
  };
}

test('a post code does not wrap, and the text content stays unchanged', () => {
  const text = 'ul. Zbożowa 1, 90-001 Łódź · ul. Polna 2, 60-123 Poznań';
  expect(rendered(text)).toEqual({
    text,
    noWrap: [
      ['90-001', 'nowrap'],
      ['60-123', 'nowrap'],
    ],
  });
});

test.each(['-', 'Zbożowa 1, Łódź', '22-100-33', '2026-11-25', '112-345'])(
  'no post code is recognized in "%s"',
  (text) => {
    expect(rendered(text)).toEqual({ text, noWrap: [] });
  },
);
