import { Anchor, Group, Loader, Select, type SelectProps, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { matchesSearch } from '@spichlerz/shared/domain/search';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { UI_TEXTS } from '../texts.ts';
import { SEARCH_DEBOUNCE_MS } from './search-debounce.ts';
import classes from './search-select-field.module.css';
import { type Binding, useField } from './use-field.ts';

export type SearchOption = { value: number; label: string; hint?: string; disabled?: boolean };

export type OptionSource = {
  /** Names the source in the cache, such as `['suppliers', 'options']`. */
  cacheKey: readonly unknown[];
  /** Finds options by what was typed; the selected value is always among them. */
  load: (search: string, selected: number | null, signal: AbortSignal) => Promise<readonly SearchOption[]>;
};

type Look = Omit<
  SelectProps<number>,
  | 'name'
  | 'value'
  | 'defaultValue'
  | 'onChange'
  | 'onBlur'
  | 'error'
  | 'data'
  | 'searchValue'
  | 'onSearchChange'
  | 'onOptionSubmit'
  | 'filter'
> & {
  source: OptionSource;
  /** "Dodaj nowego dostawcę", beside the label; opens a dialog with what was typed, so the form stays. */
  createLabel?: string;
  onCreate?: (typed: string) => void;
  /** Called beside the form's own change, with the chosen option. */
  onPick?: (option: SearchOption | null) => void;
};

/** One of many, searched on the server. The form keeps the id, null when nothing is chosen. */
export function SearchSelectField<Values extends FieldValues, Output>({
  control,
  name,
  onPick,
  ...look
}: Binding<Values, number | null, Output> & Look) {
  const { attach, ...field } = useField<Values, number | null, Output>({ control, name });
  return (
    <SearchSelect
      {...look}
      ref={attach}
      name={field.name}
      value={field.value}
      onChange={(option) => {
        field.change(option?.value ?? null);
        onPick?.(option);
      }}
      onBlur={field.blur}
      error={field.error}
      disabled={look.disabled ?? field.disabled}
    />
  );
}

type SearchSelectProps = Omit<Look, 'onPick'> & {
  value: number | null;
  onChange: (option: SearchOption | null) => void;
  onBlur?: () => void;
  error?: string | undefined;
  name?: string;
};

function SearchSelect({
  source,
  value,
  onChange,
  createLabel,
  onCreate,
  label,
  ...input
}: SearchSelectProps) {
  const [typed, setTyped] = useState('');
  const [settled] = useDebouncedValue(typed, SEARCH_DEBOUNCE_MS);
  const [picked, setPicked] = useState<SearchOption | null>(null);
  // The input shows the chosen label; that is not a search for it.
  const search = settled === picked?.label ? '' : settled.trim();
  const { data, isFetching, isError, isPlaceholderData } = useQuery({
    queryKey: [...source.cacheKey, search, value],
    queryFn: ({ signal }) => source.load(search, value, signal),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const found = data ?? [];
  const chosen = found.find((option) => option.value === value) ?? null;
  const isSearched = typed !== (picked?.label ?? '');
  // Enter chooses the first entry, so the chosen option comes last while a search it does not match is shown
  const isMatch = chosen === null || matchesSearch(`${chosen.label} ${chosen.hint ?? ''}`, search);
  const options = isMatch ? found : [...found.filter((option) => option !== chosen), chosen];
  // Until the answer is there the list shows what was found for less of the text, and its first entry is nobody meant.
  const isBehind = isSearched && (typed !== settled || isPlaceholderData);
  const waitForAnswer = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !isBehind) return;
    event.preventDefault();
    event.stopPropagation();
  };
  if (chosen !== null && chosen.label !== picked?.label) setPicked(chosen);

  return (
    <div className={classes.field}>
      <Select<number>
        searchable
        openOnFocus={false}
        clearable
        allowDeselect={false}
        clearButtonProps={{ 'aria-label': UI_TEXTS.clear, tabIndex: -1 }}
        placeholder={UI_TEXTS.searchHint}
        {...input}
        label={label}
        data={[...options]}
        value={value}
        onChange={(next) => onChange(options.find((option) => option.value === next) ?? null)}
        searchValue={typed}
        onSearchChange={setTyped}
        // the value stays, so Select itself does not replace the search by its label
        onOptionSubmit={(id) => {
          if (chosen !== null && id === value) setTyped(chosen.label);
        }}
        filter={({ options: all }) => all}
        onKeyDownCapture={waitForAnswer}
        rightSection={isFetching && isSearched ? <Loader size={14} /> : undefined}
        nothingFoundMessage={
          isError ? UI_TEXTS.optionsFailed : isFetching ? UI_TEXTS.searching : UI_TEXTS.noResults
        }
        renderOption={({ option }) => (
          <SearchOptionLine
            option={options.find(({ value: id }) => id === option.value)}
            label={option.label}
          />
        )}
      />
      {onCreate && createLabel ? (
        <Anchor
          component="button"
          type="button"
          className={classes.create}
          fz="sm"
          onClick={() => onCreate(typed === picked?.label ? '' : typed.trim())}
          disabled={input.disabled}
        >
          {createLabel}
        </Anchor>
      ) : null}
    </div>
  );
}

function SearchOptionLine({ option, label }: { option: SearchOption | undefined; label: string }) {
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between" flex={1}>
      <Text fz="sm">{label}</Text>
      {option?.hint ? (
        <Text fz="xs" ta="right" className={classes.hint}>
          {option.hint}
        </Text>
      ) : null}
    </Group>
  );
}
