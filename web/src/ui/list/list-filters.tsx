import { Button, Group, Paper, Pill } from '@mantine/core';
import { type ComponentType, useMemo } from 'react';
import {
  type Control,
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type ResolverResult,
  useForm,
} from 'react-hook-form';
import { FieldGrid } from '../form/form-shell.tsx';
import { useJudgedTogether } from '../form/use-judged-together.ts';
import { UI_WORDS } from '../words.ts';
import { type FilterRange, rangeProblems } from './filter-ranges.ts';
import { type BaseParams, isSame } from './list-params.ts';
import type { ListState } from './use-list-params.ts';

export type FilterFieldsProps<Params extends BaseParams> = { control: Control<Params, unknown, Params> };

type FilterName<Params> = Exclude<keyof Params & string, keyof BaseParams>;

export type ListFilters<Params extends BaseParams> = {
  /** A component of the fields, bound to the draft: `<DateField control={control} name="dateFrom" label="Od" />`. */
  Fields: ComponentType<FilterFieldsProps<Params>>;
  /** What the chip of each active filter says; null shows none. Names the filters of the panel. */
  chips: { readonly [Name in FilterName<Params>]?: (value: Params[Name], params: Params) => string | null };
  /** Pairs that bound the same thing: the second must not lie before the first. */
  ranges?: readonly FilterRange<FilterName<Params>>[];
  columns?: 2 | 3 | 4;
};

export type ActiveFilter = { name: string; text: string; remove: () => void };

/** The panel's filters that differ from their defaults. */
export function activeFilters<Params extends BaseParams>(
  list: ListState<Params>,
  chips: ListFilters<Params>['chips'],
): ActiveFilter[] {
  const { params, defaults } = list;
  return (Object.keys(chips) as FilterName<Params>[]).flatMap((name) => {
    const text = isSame(params[name], defaults[name]) ? null : (chips[name]?.(params[name], params) ?? null);
    if (text === null) return [];
    const remove = () => list.change({ [name]: defaults[name] } as unknown as Partial<Params>);
    return [{ name, text, remove }];
  });
}

export function FilterPills({
  active,
  onClear,
}: {
  active: readonly ActiveFilter[];
  onClear: (() => void) | undefined;
}) {
  if (active.length === 0) return null;
  return (
    <Group gap={6} component="fieldset" bd={0} p={0} m={0} aria-label={UI_WORDS.activeFilters}>
      {active.map(({ name, text, remove }) => (
        <Pill
          key={name}
          withRemoveButton
          onRemove={remove}
          removeButtonProps={{ 'aria-label': UI_WORDS.removeFilter(text), 'aria-hidden': false, tabIndex: 0 }}
        >
          {text}
        </Pill>
      ))}
      {onClear ? (
        <Button variant="subtle" size="compact-xs" onClick={onClear}>
          {UI_WORDS.clearFilters}
        </Button>
      ) : null}
    </Group>
  );
}

type PanelProps<Params extends BaseParams> = {
  id: string;
  list: ListState<Params>;
  filters: ListFilters<Params>;
  isLoading: boolean;
  onClear: () => void;
};

/** A draft of the filters: nothing changes until "Zastosuj". */
export function FilterPanel<Params extends BaseParams>({
  id,
  list,
  filters,
  isLoading,
  onClear,
}: PanelProps<Params>) {
  const { params, defaults } = list;
  // A new draft whenever the applied filters change, also by a chip or the back button.
  const applied = useMemo(() => params, [params]);
  const form = useForm<Params, unknown, Params>({
    values: applied,
    defaultValues: applied as unknown as DefaultValues<Params>,
    resolver: (draft) => judge(filters.ranges ?? NO_RANGES, draft),
    mode: 'onBlur',
    // a date would open its calendar over the message
    shouldFocusError: false,
  });
  const bounds = useMemo(
    () =>
      (filters.ranges ?? NO_RANGES).flatMap(({ from, to }) => [from, to] as unknown as FieldPath<Params>[]),
    [filters.ranges],
  );
  useJudgedTogether(form, bounds);
  const isAtDefaults = isSame(
    { ...params, page: 1, sort: null, size: null },
    { ...defaults, page: 1, sort: null, size: null },
  );

  return (
    <Paper
      id={id}
      component="form"
      withBorder
      p="md"
      aria-label={UI_WORDS.filters}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void form.handleSubmit((draft) => list.change(draft))();
      }}
    >
      <FieldGrid columns={filters.columns ?? 4}>
        <filters.Fields control={form.control} />
      </FieldGrid>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" disabled={isAtDefaults || isLoading} onClick={onClear}>
          {UI_WORDS.clearFilters}
        </Button>
        <Button type="submit" variant="light" disabled={!form.formState.isDirty || isLoading}>
          {UI_WORDS.apply}
        </Button>
      </Group>
    </Paper>
  );
}

const NO_RANGES: readonly never[] = [];

function judge<Params extends BaseParams>(
  ranges: readonly FilterRange<FilterName<Params>>[],
  draft: Params,
): ResolverResult<Params, Params> {
  const problems = rangeProblems(ranges, draft);
  if (problems.size === 0) return { values: draft, errors: {} };
  const errors = Object.fromEntries(
    [...problems].map(([name, message]) => [name, { type: 'range', message }]),
  );
  return { values: {}, errors: errors as FieldErrors<Params> };
}
