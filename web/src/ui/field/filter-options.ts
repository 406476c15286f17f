import type { OptionsFilter } from '@mantine/core';
import { matchesSearch } from '@spichlerz/shared/domain/search';

type Value = string | number | boolean;
type Filtered<V extends Value> = Pick<Parameters<OptionsFilter<V>>[0], 'options' | 'search'>;

/** Filters the options of a select as the server searches lists: case, diacritics and separators do not matter. */
export const filterOptions = <V extends Value>({ options, search }: Filtered<V>) =>
  options.filter((option) => 'label' in option && matchesSearch(option.label, search));
