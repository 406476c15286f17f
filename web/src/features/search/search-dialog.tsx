/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no HTML element is a combobox whose options have two texts */
import '@mantine/core/styles/ScrollArea.css';
import { Kbd, Loader, ScrollArea, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { canUseSearchIndex, searchWords } from '@spichlerz/shared/domain/search';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type MouseEvent, useId, useState } from 'react';
import { searchQuery } from '../../api/search.ts';
import { useExplain, useVisibleFailure } from '../../ui/errors.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { UI_TEXTS } from '../../ui/texts.ts';
import { useRecentRecords } from './recent-records.ts';
import classes from './search-dialog.module.css';
import {
  type Place,
  type SearchGroup,
  type SearchResult,
  searchGroups,
  startGroups,
} from './search-options.ts';

/** Shorter than in lists, because this call only uses indexes and returns few rows. */
const DEBOUNCE_MS = 150;

type Props = { places: readonly Place[]; onClose: () => void };

/**
 * Searches screens, actions and records. The focus stays in the field, and the arrow keys move the active
 * option (the combobox pattern of WAI-ARIA). Enter opens the option, Ctrl+Enter opens it in a new tab.
 */
export function SearchDialog({ places, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const [settled] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const { records, remember } = useRecentRecords();
  const router = useRouter();
  const explain = useExplain();
  const listId = useId();

  const isSearched = searchWords(settled).some(canUseSearchIndex);
  const found = useQuery({ ...searchQuery(settled), enabled: isSearched });
  const { data, isPending, isFetching, isPlaceholderData, error } = found;
  useVisibleFailure(error);
  const groups =
    settled === ''
      ? startGroups(places, records)
      : searchGroups(settled, places, isSearched ? data : undefined);
  const options = groups.flatMap((group) => group.options);
  // the first option is active until the user presses an arrow key, so that Enter opens the best result
  const active = options.find(({ key }) => key === activeKey) ?? options[0];
  const optionId = (option: SearchResult) => `${listId}-${options.indexOf(option)}`;

  const open = (option: SearchResult, isNewTab: boolean) => {
    const { target, recent } = option;
    const href = typeof target === 'string' ? target : router.buildLocation(target).href;
    // a list does not store itself as a recent record, but the page of a record does (app/search-launcher.tsx)
    if (recent) remember({ path: href, label: option.label, ...recent });
    if (isNewTab) window.open(href, '_blank', 'noopener');
    else {
      onClose();
      void router.navigate({ href });
    }
  };

  const move = (step: number) => {
    if (active === undefined) return;
    const next = options[(options.indexOf(active) + step + options.length) % options.length];
    if (next === undefined) return;
    setActiveKey(next.key);
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    }
    // Enter must not open a result of the previous text
    const isCurrent = typed.trim() === settled && !(isSearched && (isPending || isPlaceholderData));
    if (event.key === 'Enter' && active !== undefined && isCurrent) {
      event.preventDefault();
      open(active, event.ctrlKey || event.metaKey);
    }
  };

  const state = outcome(
    settled,
    isSearched,
    options.length,
    isFetching,
    error === null ? null : explain(error).message,
  );
  return (
    <Dialog title="Szukaj w całej aplikacji" size="xl" onClose={onClose}>
      <TextInput
        data-autofocus
        role="combobox"
        aria-label="Szukany tekst"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-activedescendant={active === undefined ? undefined : optionId(active)}
        aria-autocomplete="list"
        placeholder="Kontrakt, rejestracja, kierowca, NIP, faktura, ekran…"
        leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
        rightSection={isFetching ? <Loader size={16} aria-label={UI_TEXTS.searching} /> : null}
        value={typed}
        maxLength={255}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setActiveKey(null);
        }}
        onKeyDown={onKeyDown}
      />
      <Text component="output" display="block" fz="sm" c="dimmed" mt="xs">
        {state}
      </Text>
      <ScrollArea.Autosize scrollbars="y" mah="min(60vh, 520px)" mt="xs">
        <div role="listbox" id={listId} aria-label="Wyniki wyszukiwania">
          {groups.map((group) => (
            <OptionGroup key={group.title} group={group} active={active} optionId={optionId} onOpen={open} />
          ))}
        </div>
      </ScrollArea.Autosize>
      <Text fz="xs" c="dimmed" mt="sm" className={classes.keys}>
        <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> wybór, <Kbd size="xs">Enter</Kbd> otwiera,{' '}
        <Kbd size="xs">Ctrl</Kbd> + <Kbd size="xs">Enter</Kbd> w nowej karcie
      </Text>
    </Dialog>
  );
}

function outcome(
  search: string,
  isSearched: boolean,
  count: number,
  isFetching: boolean,
  failure: string | null,
): string {
  if (search === '') return 'Zacznij pisać albo wybierz z listy.';
  if (!isSearched)
    return 'Wpisz co najmniej 3 litery lub cyfry, żeby szukać kontraktów, transportów i faktur.';
  if (failure !== null) return failure;
  if (count > 0) return 'Najnowsze pasujące, po 8 z każdego rodzaju.';
  return isFetching ? UI_TEXTS.searching : UI_TEXTS.noResults;
}

type GroupProps = {
  group: SearchGroup;
  active: SearchResult | undefined;
  optionId: (option: SearchResult) => string;
  onOpen: (option: SearchResult, isNewTab: boolean) => void;
};

function OptionGroup({ group, active, optionId, onOpen }: GroupProps) {
  const titleId = useId();
  return (
    <div role="group" aria-labelledby={titleId}>
      <div id={titleId} className={classes.title}>
        {group.title}
      </div>
      {group.options.map((option) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the keys are handled in the field, which keeps the focus
        <div
          key={option.key}
          id={optionId(option)}
          role="option"
          aria-selected={option === active}
          className={classes.option}
          // prevents a click from moving the focus out of the search field
          onMouseDown={(event) => event.preventDefault()}
          onClick={(event: MouseEvent) => onOpen(option, event.ctrlKey || event.metaKey)}
        >
          <span className={classes.label}>{option.label}</span>
          <span className={classes.hint}>{option.hint}</span>
        </div>
      ))}
    </div>
  );
}
