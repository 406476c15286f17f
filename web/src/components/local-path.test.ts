import { expect, test } from 'vitest';
import { localPath } from './local-path.ts';

test.each(['/logistics?page=2', '/contract/sale-list/7'])('%s is a page to come back to', (path) => {
  expect(localPath(path)).toBe(path);
});

test.each([
  '//evil.example',
  'https://evil.example',
  '/\\evil.example',
  // what a browser leaves out of an address
  '/\t/evil.example',
  '/\n/evil.example',
  'javascript:alert(1)',
  '/login/',
  undefined,
])('%s is not', (path) => {
  expect(localPath(path)).toBeNull();
});
