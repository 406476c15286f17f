import { Alert, Button, Group } from '@mantine/core';
import { IconRefresh, IconWifiOff } from '@tabler/icons-react';
import { onlineManager } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';

const CHECK_MS = 5 * 60_000;

/** A bar above every page: the connection is lost, or a newer version is available. */
export function ConnectionBar() {
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  const isOutdated = useIsOutdated();
  if (!isOnline) {
    return (
      <Alert color="orange" icon={<IconWifiOff size={18} aria-hidden />} py="xs">
        Brak połączenia ze Spichlerzem. Wpisane dane zostają na ekranie, dokończysz pracę po powrocie
        połączenia.
      </Alert>
    );
  }
  if (!isOutdated) return null;
  return (
    <Alert color="blue" icon={<IconRefresh size={18} aria-hidden />} py="xs">
      <Group justify="space-between" gap="sm">
        Jest nowa wersja Spichlerza. Odśwież stronę, gdy skończysz to, co robisz.
        <Button size="compact-sm" onClick={() => window.location.reload()}>
          Odśwież teraz
        </Button>
      </Group>
    </Alert>
  );
}

/** Whether the server serves a newer build than the one that runs in this tab. */
function useIsOutdated(): boolean {
  const [isOutdated, setOutdated] = useState(false);
  useEffect(() => {
    const check = async () => {
      const reply = await fetch('/index.html', { cache: 'no-cache' });
      const served = reply.ok ? entryScriptOf(await reply.text()) : null;
      if (served !== null && !isLoaded(served)) setOutdated(true);
    };
    const checkWhenVisible = () => {
      // a failed check shows nothing about the version
      if (document.visibilityState === 'visible') check().catch(() => undefined);
    };
    const timer = setInterval(checkWhenVisible, CHECK_MS);
    document.addEventListener('visibilitychange', checkWhenVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', checkWhenVisible);
    };
  }, []);
  return isOutdated;
}

/** The file name of the entry script has a hash, so it identifies the build. */
function entryScriptOf(html: string): string | null {
  return /<script[^>]+type="module"[^>]+src="([^"]+)"/.exec(html)?.[1] ?? null;
}

function isLoaded(entry: string): boolean {
  return [...document.scripts].some((script) => script.getAttribute('src') === entry);
}
