import './combobox.css';
import { Anchor, type ComboboxProps, Loader, Select, type SelectProps, Text } from '@mantine/core';
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
  /** The query key of the source, such as `['suppliers', 'options']`. */
  cacheKey: readonly unknown[];
  /** Loads options that match the search. The selected option is always included. */
  load: (search: string, selected: number | null, signal: AbortSignal) => Promise<readonly SearchOption[]>;
};

type InputProps = Omit<
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
  /** "Dodaj nowego dostawcę", next to the label; opens a dialog over the form with the typed text. */
  createLabel?: string;
  onCreate?: (typed: string) => void;
  /** Called with the selected option after the form's value has changed. */
  onPick?: (option: SearchOption | null) => void;
};

/**
 * Selects one of many options, which are searched on the server. The form's value is the id of the option, or
 * null.
 */
export function SearchSelectField<Values extends FieldValues, Output>({
  control,
  name,
  onPick,
  ...inputProps
}: Binding<Values, number | null, Output> & InputProps) {
  const { attach, ...field } = useField<Values, number | null, Output>({ control, name });
  return (
    <SearchSelect
      {...inputProps}
      ref={attach}
      name={field.name}
      value={field.value}
      onChange={(option) => {
        field.change(option?.value ?? null);
        onPick?.(option);
      }}
      onBlur={field.blur}
      error={field.error}
      disabled={inputProps.disabled ?? field.disabled}
    />
  );
}

const EIGHT_OPTIONS = 260;
/**
 * The dropdown is at least as wide as the field, and wider if an option with its hint needs more width for one
 * line.
 */
const WIDE_DROPDOWN: ComboboxProps = {
  width: 'max-content',
  position: 'bottom-start',
  middlewares: {
    flip: true,
    shift: true,
    size: {
      apply: ({ rects, availableWidth, elements: { floating } }) => {
        floating.style.minWidth = `${rects.reference.width}px`;
        floating.style.maxWidth = `${availableWidth}px`;
      },
    },
  },
};

type SearchSelectProps = Omit<InputProps, 'onPick'> & {
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
  // The input shows the label of the selected option, which is not a search text.
  const pickedLabel = value === null ? undefined : picked?.label;
  const search = settled === pickedLabel ? '' : settled.trim();
  const { data, isFetching, isError, isPlaceholderData } = useQuery({
    queryKey: [...source.cacheKey, search, value],
    queryFn: ({ signal }) => source.load(search, value, signal),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const loaded = data ?? [];
  const chosen = loaded.find((option) => option.value === value) ?? null;
  const isSearched = typed !== (pickedLabel ?? '');
  // Enter selects the first option, so a selected option that does not match the search comes last
  const isMatch = chosen === null || matchesSearch(`${chosen.label} ${chosen.hint ?? ''}`, search);
  const options = isMatch ? loaded : [...loaded.filter((option) => option !== chosen), chosen];
  // Until the response arrives the list has the options of an earlier text, so Enter must not select the first
  // option.
  const isOutdated = isSearched && (typed !== settled || isPlaceholderData);
  const blockEnterWhileLoading = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !isOutdated) return;
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
        maxDropdownHeight={EIGHT_OPTIONS}
        comboboxProps={WIDE_DROPDOWN}
        {...input}
        label={label}
        data={[...options]}
        value={value}
        onChange={(next) => onChange(options.find((option) => option.value === next) ?? null)}
        searchValue={typed}
        onSearchChange={setTyped}
        // if the selected option is selected again, the value does not change, and Select would keep the search
        // text
        onOptionSubmit={(id) => {
          if (chosen !== null && id === value) setTyped(chosen.label);
        }}
        filter={({ options: all }) => all}
        onKeyDownCapture={blockEnterWhileLoading}
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
          onClick={() => onCreate(typed === pickedLabel ? '' : typed.trim())}
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
    <div className={classes.option}>
      <Text fz="sm" truncate>
        {label}
      </Text>
      {option?.hint ? (
        <Text fz="xs" className={classes.hint}>
          {option.hint}
        </Text>
      ) : null}
    </div>
  );
}
