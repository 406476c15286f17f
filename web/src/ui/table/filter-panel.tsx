import { Button, Group, Paper } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type ResolverResult,
  type UseFormReturn,
  useForm,
  useWatch,
} from 'react-hook-form';
import { useCrossFieldValidation } from '../form/use-zod-form.ts';
import { UI_TEXTS } from '../texts.ts';
import classes from './filter-panel.module.css';
import { type FilterRange, rangeProblems } from './filter-ranges.ts';
import type { FilterName, ListFilters } from './list-filters.tsx';
import { type BaseParams, isSame, type ListState } from './list-params.ts';

type PanelProps<Params extends BaseParams> = {
  id: string;
  list: ListState<Params>;
  filters: ListFilters<Params>;
  isLoading: boolean;
};

/** A draft of the filters, which applies only after "Zastosuj". */
export function FilterPanel<Params extends BaseParams>({ id, list, filters, isLoading }: PanelProps<Params>) {
  const { params, defaults, unfiltered } = list;
  // The draft restarts when the applied filters change, also by a chip or the back button; search, sort and
  // page do not affect it.
  const applied = panelFilters(filters, params);
  const form = useForm<Params, unknown, Params>({
    values: applied,
    defaultValues: applied as unknown as DefaultValues<Params>,
    resolver: (draft) => validateRanges(filters.ranges ?? NO_RANGES, draft),
    mode: 'onBlur',
    // focusing a date field would open its calendar over the message
    shouldFocusError: false,
  });
  const bounds = useMemo(
    () =>
      (filters.ranges ?? NO_RANGES).flatMap(({ from, to }) => [from, to] as unknown as FieldPath<Params>[]),
    [filters.ranges],
  );
  useCrossFieldValidation(form, bounds);
  useDependentFilters(form, filters, defaults);
  const differsFrom = (other: Params) =>
    !isSame({ ...params, page: 1, sort: null, size: null }, { ...other, page: 1, sort: null, size: null });
  const canReset = differsFrom(defaults) && !isLoading;
  const canClear = differsFrom(unfiltered) && !isLoading;
  const draft = useWatch({ control: form.control }) as Params;
  const isWrong = rangeProblems(filters.ranges ?? NO_RANGES, draft).size > 0;
  const canApply = form.formState.isDirty && !isWrong && !isLoading;
  // clearing may change only the search, which does not restart the draft, so the draft is reset here
  const restart = (base: Params) => form.reset(panelFilters(filters, base));

  return (
    <Paper
      id={id}
      component="form"
      withBorder
      className={classes.panel}
      aria-label={UI_TEXTS.filters}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (isWrong) void form.trigger(bounds);
        else if (canApply) void form.handleSubmit((valid) => list.change(valid))();
      }}
    >
      <div className={classes.fields}>
        {filters.fields({ control: form.control })}
        <Group justify="flex-end" gap="xs" className={classes.actions}>
          <Button
            variant="default"
            size="xs"
            {...disabledProps(canReset)}
            onClick={() => {
              if (!canReset) return;
              restart(defaults);
              list.clear();
            }}
          >
            {UI_TEXTS.defaultFilters}
          </Button>
          <Button
            variant="default"
            size="xs"
            {...disabledProps(canClear)}
            onClick={() => {
              if (!canClear) return;
              restart(unfiltered);
              list.clearAll();
            }}
          >
            {UI_TEXTS.clear}
          </Button>
          <Button type="submit" variant="light" size="xs" {...disabledProps(canApply)}>
            {UI_TEXTS.apply}
          </Button>
        </Group>
      </div>
    </Paper>
  );
}

/**
 * Returns only the filters of the panel, because the form must not contain or apply the rest of the list's
 * state.
 */
function panelFilters<Params extends BaseParams>({ chips }: ListFilters<Params>, params: Params): Params {
  const names = Object.keys(chips) as FilterName<Params>[];
  return Object.fromEntries(names.map((name): [string, unknown] => [name, params[name]])) as Params;
}

/**
 * Resets the filters whose options depend on `dependent.of` when this value changes. Other filters of the draft
 * stay.
 */
function useDependentFilters<Params extends BaseParams>(
  form: UseFormReturn<Params, unknown, Params>,
  { dependent }: ListFilters<Params>,
  defaults: Params,
) {
  const known = useRef(dependent?.of);
  useEffect(() => {
    if (known.current === dependent?.of) return;
    known.current = dependent?.of;
    for (const name of dependent?.names ?? [])
      form.setValue(name as unknown as FieldPath<Params>, defaults[name] as never, { shouldDirty: true });
  }, [form, dependent, defaults]);
}

/** Marks a button as disabled. A native disabled button would lose the focus after it was pressed. */
function disabledProps(isPossible: boolean) {
  return { 'data-disabled': !isPossible || undefined, 'aria-disabled': !isPossible || undefined };
}

const NO_RANGES: readonly never[] = [];

function validateRanges<Params extends BaseParams>(
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
