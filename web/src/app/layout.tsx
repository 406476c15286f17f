import { ActionIcon, Group, Stack, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconMenu2 } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { watchEvents } from '../api/events.ts';
import { useMe } from '../api/session.ts';
import { ListViewProvider } from '../components/list-views/shown-view.tsx';
import { useDesktop } from '../ui/hooks/screen.ts';
import { useLocalStorage } from '../ui/hooks/use-local-storage.ts';
import { TopDialog } from '../ui/overlay/top-dialog.tsx';
import { PreferencesOwnerProvider } from '../ui/table/preferences-owner.ts';
import { APP_NAME, Logo } from './brand.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { useFocusAfterRemoval } from './focus-after-removal.ts';
import classes from './layout.module.css';
import { Navigation } from './navigation.tsx';
import { PageBreadcrumbs } from './page-breadcrumbs.tsx';
import { SearchButton, SearchLauncher } from './search-launcher.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { cancelSignIn, requestNewPassword } from './sign-in-request.ts';
import { UserMenu } from './user-menu.tsx';

/** The shell around every page after the sign-in. */
export function Layout() {
  const client = useQueryClient();
  const router = useRouter();
  const isDesktop = useDesktop();
  const [isMenuOpen, menu] = useDisclosure(false);
  const [narrowMenu, setNarrowMenu] = useLocalStorage('narrow-menu');
  const isNarrow = narrowMenu === 'true';
  const setNarrow = (isOn: boolean) => setNarrowMenu(String(isOn));
  const page = useRef<HTMLElement>(null);
  useFocusAfterRemoval(page);

  // A changed role or expired password changes the accessible pages, so the guards run again.
  const { id, role, passwordExpired } = useMe();
  const access = `${role} ${passwordExpired}`;
  const decidedFor = useRef(access);
  useEffect(() => {
    if (decidedFor.current === access) return;
    decidedFor.current = access;
    if (requestNewPassword(passwordExpired, router.state.location.pathname)) return;
    cancelSignIn();
    void router.invalidate();
  }, [router, access, passwordExpired]);

  useEffect(() => {
    if (passwordExpired) return undefined;
    const unmounted = new AbortController();
    void watchEvents(client, unmounted.signal);
    return () => unmounted.abort();
  }, [client, passwordExpired]);

  return (
    <PreferencesOwnerProvider value={String(id)}>
      <div className={classes.shell} data-narrow={isNarrow || undefined}>
        <a href="#content" className={classes.skip}>
          Przejdź do treści
        </a>
        <header className={classes.bar}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label="Otwórz menu"
            aria-expanded={isMenuOpen}
            onClick={menu.toggle}
          >
            <IconMenu2 size={22} aria-hidden />
          </ActionIcon>
          <Brand />
          {passwordExpired ? null : <SearchButton isNarrow />}
        </header>
        <header className={classes.panel}>
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
          {passwordExpired ? null : <SearchButton isNarrow={isNarrow} />}
          <div className={classes.menu}>
            <Navigation isNarrow={isNarrow} onExpand={() => setNarrow(false)} />
          </div>
          <UserMenu isNarrow={isNarrow} />
        </header>
        {isMenuOpen && !isDesktop ? <MenuDrawer onClose={menu.close} /> : null}
        {passwordExpired ? null : <SearchLauncher />}
        {passwordExpired ? null : <Shortcuts />}
        <main ref={page} className={classes.main} id="content" tabIndex={-1}>
          <Stack gap="xs">
            <ConnectionBar />
            <PageBreadcrumbs />
            <ListViewProvider>
              <Outlet />
            </ListViewProvider>
          </Stack>
        </main>
      </div>
    </PreferencesOwnerProvider>
  );
}

function Brand() {
  return (
    <Link to="/positions" className={classes.brand}>
      <Logo size={28} />
      {APP_NAME}
    </Link>
  );
}

/** The menu of a small screen, over the page. It is open while mounted. */
function MenuDrawer({ onClose }: { onClose: () => void }) {
  return (
    <TopDialog title={APP_NAME} closeLabel="Zamknij menu" onClose={onClose} isDrawer>
      <Stack justify="space-between" gap="lg">
        <Navigation onNavigate={onClose} />
        <UserMenu onNavigate={onClose} />
      </Stack>
    </TopDialog>
  );
}
