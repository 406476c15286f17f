import { ActionIcon, AppShell, Burger, Drawer, Group, Stack, Tooltip } from '@mantine/core';
import { useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { followEvents } from '../api/events.ts';
import { useMe } from '../api/session.ts';
import { WhoseListsProvider } from '../ui/list/whose-lists.ts';
import { DESKTOP } from '../ui/screen.ts';
import { APP_NAME } from './app-name.ts';
import { ConnectionBar } from './connection-bar.tsx';
import classes from './layout.module.css';
import { Navigation } from './navigation.tsx';
import { Trail } from './trail.tsx';
import { UserMenu } from './user-menu.tsx';

const WIDE = 236;
const NARROW = 64;

/** The shell around every page behind the sign-in. */
export function Layout() {
  const client = useQueryClient();
  const router = useRouter();
  const isDesktop = useMediaQuery(DESKTOP, true, { getInitialValueInEffect: false });
  const [isMenuOpen, menu] = useDisclosure(false);
  const [isNarrow, setNarrow] = useLocalStorage({
    key: 'narrow-menu',
    defaultValue: false,
    getInitialValueInEffect: false,
  });

  // Another role or password opens other pages: the guards decide again.
  const { id, role, passwordExpired } = useMe();
  const access = `${role} ${passwordExpired}`;
  const decidedFor = useRef(access);
  useEffect(() => {
    if (decidedFor.current === access) return;
    decidedFor.current = access;
    void router.invalidate();
  }, [router, access]);

  useEffect(() => {
    if (passwordExpired) return undefined;
    const leaving = new AbortController();
    void followEvents(client, leaving.signal);
    return () => leaving.abort();
  }, [client, passwordExpired]);

  return (
    <AppShell
      header={{ height: 52, collapsed: isDesktop, offset: !isDesktop }}
      navbar={{ width: isNarrow ? NARROW : WIDE, breakpoint: 'md', collapsed: { mobile: true } }}
      padding={{ base: 'sm', md: 'md' }}
      transitionDuration={0}
    >
      <a href="#content" className={classes.skip}>
        Przejdź do treści
      </a>
      <AppShell.Header className={classes.header} hiddenFrom="md">
        <Group h="100%" px="sm" gap="sm">
          <Burger opened={isMenuOpen} onClick={menu.toggle} size="sm" aria-label="Otwórz menu" />
          <Brand />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar} p="xs" visibleFrom="md">
        <Group
          justify={isNarrow ? 'center' : 'space-between'}
          px={isNarrow ? 0 : 6}
          h={44}
          mb="xs"
          wrap="nowrap"
        >
          {isNarrow ? null : <Brand />}
          <Tooltip label={isNarrow ? 'Rozwiń menu' : 'Zwiń menu'} position="right">
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={isNarrow ? 'Rozwiń menu' : 'Zwiń menu'}
              aria-expanded={!isNarrow}
              onClick={() => setNarrow(!isNarrow)}
            >
              {isNarrow ? (
                <IconLayoutSidebarLeftExpand size={20} stroke={1.6} aria-hidden />
              ) : (
                <IconLayoutSidebarLeftCollapse size={20} stroke={1.6} aria-hidden />
              )}
            </ActionIcon>
          </Tooltip>
        </Group>
        <AppShell.Section grow style={{ overflowY: 'auto' }}>
          <Navigation isNarrow={isNarrow} onWiden={() => setNarrow(false)} />
        </AppShell.Section>
        <UserMenu isNarrow={isNarrow} />
      </AppShell.Navbar>
      <Drawer
        opened={isMenuOpen && !isDesktop}
        onClose={menu.close}
        title={APP_NAME}
        size={280}
        closeButtonProps={{ 'aria-label': 'Zamknij menu' }}
      >
        <Stack justify="space-between" gap="lg">
          <Navigation onNavigate={menu.close} />
          <UserMenu onNavigate={menu.close} />
        </Stack>
      </Drawer>
      <AppShell.Main className={classes.main} id="content" tabIndex={-1}>
        <Stack gap="xs">
          <ConnectionBar />
          <Trail />
          <WhoseListsProvider value={String(id)}>
            <Outlet />
          </WhoseListsProvider>
        </Stack>
      </AppShell.Main>
    </AppShell>
  );
}

function Brand() {
  return (
    <Link to="/positions" className={classes.brand}>
      <img src="/icon.svg" alt="" width={28} height={28} />
      {APP_NAME}
    </Link>
  );
}
