import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { NoWrapPostCode } from './whole-codes.tsx';

afterEach(cleanup);

function shown(text: string) {
  const { container } = render(<NoWrapPostCode text={text} />);
  return {
    text: container.textContent,
    whole: [...container.querySelectorAll('span')].map(({ textContent, style }) => [
      textContent,
      style.whiteSpace,
    ]),
  };
}

test('a post code stays in one line, and is the same when it is copied', () => {
  const text = 'ul. Zbożowa 1, 90-001 Łódź · ul. Polna 2, 60-123 Poznań';
  expect(shown(text)).toEqual({
    text,
    whole: [
      ['90-001', 'nowrap'],
      ['60-123', 'nowrap'],
    ],
  });
});

test.each(['-', 'Zbożowa 1, Łódź', '22-100-33', '2026-11-25', '112-345'])('%s has no post code', (text) => {
  expect(shown(text)).toEqual({ text, whole: [] });
});
