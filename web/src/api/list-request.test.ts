import { PAGE_SIZES as PLANNED_SIZES } from '@spichlerz/shared/wire/list';
import { expect, it } from 'vitest';
import { PAGE_SIZES } from '../ui/list/list-params.ts';

it('screens offer pages of the lengths that the server plans once', () => {
  expect(PAGE_SIZES).toEqual(PLANNED_SIZES);
});
