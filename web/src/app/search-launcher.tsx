import { ActionIcon, Button, Kbd, Tooltip } from '@mantine/core';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { IconSearch } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import { useMe } from '../api/session.ts';
import { useCurrentBreadcrumb } from '../components/use-breadcrumbs.ts';
import { useRecentRecords } from '../features/search/recent-records.ts';
import { useLatest } from '../ui/hooks/use-latest.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { isDialogOpen } from '../ui/overlay/is-dialog-open.ts';
import { closeOpenMenu } from '../ui/overlay/open-menu.ts';
import classes from './layout.module.css';
import { placesFor } from './menu.ts';

const SearchDialog = lazyComponent(
  async () => (await import('../features/search/search-dialog.tsx')).SearchDialog,
);

const isOpen = createAtom(false);
const SHORTCUT = 'Ctrl+K';

const open = () => isOpen.set(true);

export function SearchButton({ isNarrow }: { isNarrow: boolean }) {
  if (isNarrow) {
    return (
      <Tooltip label={`Szukaj (${SHORTCUT})`} position="right">
        <ActionIcon
          variant="default"
          size="lg"
          className={classes.search}
          aria-label="Szukaj w całej aplikacji"
          aria-keyshortcuts="Control+K"
          onClick={open}
        >
          <IconSearch size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Tooltip>
    );
  }
  return (
    <Button
      variant="default"
      className={classes.search}
      justify="space-between"
      fw={400}
      aria-label="Szukaj w całej aplikacji"
      aria-keyshortcuts="Control+K"
      leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
      rightSection={<Kbd size="xs">{SHORTCUT}</Kbd>}
      styles={{ label: { flex: 1, textAlign: 'start' } }}
      onClick={open}
    >
      Szukaj
    </Button>
  );
}

/** Opens the search with Ctrl+K everywhere except in a dialog, and stores which records were opened. */
export function SearchLauncher() {
  const { role } = useMe();
  const opened = useSelector(isOpen);
  useRememberRecord();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      // the browser would otherwise focus its address bar
      event.preventDefault();
      if (isDialogOpen()) return;
      // an open menu would cover the search and take the focus back at the first letter
      closeOpenMenu();
      isOpen.set(true);
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
      // the session may end while the search is open, and the next user must not find it open
      isOpen.set(false);
    };
  }, []);
  return opened ? <SearchDialog places={placesFor(role)} onClose={() => isOpen.set(false)} /> : null;
}

/** The page of one record. */
const RECORD_PAGE = /^\/\w+\/([a-z-]+)-list\/(?:dashboard|form)\/\d+/;
/** The kinds of records that the search shows, by the name of their list in the path. */
const RECORD_KINDS: Readonly<Record<string, string>> = {
  purchase: SIDE_LABELS.purchase.contract,
  sale: SIDE_LABELS.sales.contract,
  supplier: SIDE_LABELS.purchase.contractor,
  recipient: SIDE_LABELS.sales.contractor,
  carrier: 'Przewoźnik',
  'raw-material': 'Surowiec',
};

function useRememberRecord(): void {
  const path = useLocation({ select: (location) => location.pathname });
  const { record } = useCurrentBreadcrumb();
  const { remember } = useRecentRecords();
  const latestRemember = useLatest(remember);
  useEffect(() => {
    const [page = '', list = ''] = RECORD_PAGE.exec(path) ?? [];
    const hint = RECORD_KINDS[list];
    if (record !== undefined && hint !== undefined)
      latestRemember.current({ path: page, label: record, hint });
  }, [path, record, latestRemember]);
}
