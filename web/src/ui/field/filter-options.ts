import type { OptionsFilter } from '@mantine/core';
import { matchesSearch } from '@spichlerz/shared/domain/search';

type Value = string | number | boolean;
type FilterInput<V extends Value> = Pick<Parameters<OptionsFilter<V>>[0], 'options' | 'search'>;

/**
 * Filters the options of a select by the rules of the server's search: case, diacritics and separators are
 * ignored.
 */
export const filterOptions = <V extends Value>({ options, search }: FilterInput<V>) =>
  options.filter((option) => 'label' in option && matchesSearch(option.label, search));
