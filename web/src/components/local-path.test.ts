import { expect, test } from 'vitest';
import { localPath } from './local-path.ts';

test.each(['/logistics?page=2', '/contract/sale-list/7'])('%s is accepted as a return URL', (path) => {
  expect(localPath(path)).toBe(path);
});

test.each([
  '//evil.example',
  'https://evil.example',
  '/\\evil.example',
  // browsers remove tabs and line breaks from a URL
  '/\t/evil.example',
  '/\n/evil.example',
  'javascript:alert(1)',
  '/login/',
  undefined,
])('%s is rejected as a return URL', (path) => {
  expect(localPath(path)).toBeNull();
});
