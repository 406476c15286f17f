import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { SEARCH_DEBOUNCE_MS } from '../field/search-debounce.ts';
import { useLatest } from '../hooks/use-latest.ts';
import { useOutsideChange } from '../hooks/use-outside-change.ts';
import { useShortcuts } from '../hooks/use-shortcuts.ts';
import { UI_TEXTS } from '../texts.ts';
import { SEARCH_MAX } from './list-params.ts';
import { memoWithStableCallbacks } from './memo-with-stable-callbacks.tsx';

type Props = { value: string; onSearch: (search: string) => void; placeholder?: string };

function PlainSearchBox({ value, onSearch, placeholder }: Props) {
  const [typed, setTyped] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  // A change from outside (back button, cleared filters) replaces the text. A search sent by this box does not
  // replace the text, because the user may already have typed more.
  const markOwnChange = useOutsideChange(value, setTyped);
  const send = (text: string) => {
    markOwnChange(text);
    onSearch(text);
  };
  // reads the text when the timer fires, because the back button may have changed it
  const latest = useLatest(typed);
  const sendLater = useDebouncedCallback(() => send(latest.current.trim()), SEARCH_DEBOUNCE_MS);

  useShortcuts((key) => {
    if (key !== '/') return false;
    input.current?.focus();
    input.current?.select();
    return true;
  });

  const clear = () => {
    sendLater.cancel();
    setTyped('');
    send('');
    input.current?.focus();
  };

  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={UI_TEXTS.search}
      aria-keyshortcuts="/"
      placeholder={placeholder ?? UI_TEXTS.search}
      leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
      rightSection={
        // The button is always rendered. Rendering it at the first key would cause another layout of the field.
        <CloseButton
          size="sm"
          aria-label={UI_TEXTS.clearSearch}
          style={typed === '' ? { visibility: 'hidden' } : undefined}
          onClick={clear}
        />
      }
      value={typed}
      maxLength={SEARCH_MAX}
      flex="1 1 200px"
      maw={{ sm: 300 }}
      styles={{ input: { appearance: 'none', textOverflow: 'ellipsis' } }}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        sendLater();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        sendLater.cancel();
        send(typed.trim());
      }}
    />
  );
}

/** Searches 600 ms after the last key, or at once on Enter. The key `/` focuses the box. */
export const SearchBox = memoWithStableCallbacks(PlainSearchBox);
