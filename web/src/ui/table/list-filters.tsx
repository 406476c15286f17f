import { Button, Group, Pill } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Control } from 'react-hook-form';
import { focusList } from '../list-focus.ts';
import { UI_TEXTS } from '../texts.ts';
import type { FilterRange } from './filter-ranges.ts';
import { type BaseParams, isSame, type ListState } from './list-params.ts';

export type FilterFieldsProps<Params extends BaseParams> = { control: Control<Params, unknown, Params> };

export type FilterName<Params> = Exclude<keyof Params & string, keyof BaseParams>;

export type ListFilters<Params extends BaseParams> = {
  /**
   * Renders the fields, bound to the draft: `<DateField control={control} name="dateFrom" label="Od" />`. A
   * function and not a component: a new component type, created when options load, would remount the fields and
   * lose typed text.
   */
  fields: (props: FilterFieldsProps<Params>) => ReactNode;
  /**
   * The text of each active filter's chip; null shows no chip. The keys of `chips` are the filters of the
   * panel.
   */
  chips: { readonly [Name in FilterName<Params>]?: (value: Params[Name], params: Params) => string | null };
  /** Pairs of filters whose second value must not be less than the first. */
  ranges?: readonly FilterRange<FilterName<Params>>[];
  /** Filters whose options depend on the value `of`. When this value changes, the filters are reset. */
  dependent?: { readonly of: unknown; readonly names: readonly FilterName<Params>[] };
};

export type ActiveFilter = { name: string; text: string; remove: () => void };

/** The active filters of the panel, including the filters that a list has by default. */
export function activeFilters<Params extends BaseParams>(
  list: ListState<Params>,
  chips: ListFilters<Params>['chips'],
): ActiveFilter[] {
  const { params, unfiltered } = list;
  return (Object.keys(chips) as FilterName<Params>[]).flatMap((name) => {
    const text = isSame(params[name], unfiltered[name])
      ? null
      : (chips[name]?.(params[name], params) ?? null);
    if (text === null) return [];
    const remove = () => list.change({ [name]: unfiltered[name] } as unknown as Partial<Params>);
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
    <Group gap={6} component="fieldset" bd={0} p={0} m={0} aria-label={UI_TEXTS.activeFilters}>
      {active.map(({ name, text, remove }) => (
        <Pill
          key={name}
          withRemoveButton
          onRemove={remove}
          removeButtonProps={{
            'aria-label': UI_TEXTS.removeFilter(text),
            'aria-hidden': false,
            tabIndex: 0,
            onClick: focusList,
          }}
        >
          {text}
        </Pill>
      ))}
      {onClear ? (
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={(event) => {
            focusList(event);
            onClear();
          }}
        >
          {UI_TEXTS.clearFilters}
        </Button>
      ) : null}
    </Group>
  );
}
