import { Stack } from '@mantine/core';
import { TopDialog } from '../ui/overlay/top-dialog.tsx';
import { APP_NAME } from './app-name.ts';
import { Navigation } from './navigation.tsx';
import { UserMenu } from './user-menu.tsx';

/** The menu of a small screen, over the page. It is open while mounted. */
export function MenuDrawer({ onClose }: { onClose: () => void }) {
  return (
    <TopDialog title={APP_NAME} closeLabel="Zamknij menu" onClose={onClose} isDrawer>
      <Stack justify="space-between" gap="lg">
        <Navigation onNavigate={onClose} />
        <UserMenu onNavigate={onClose} />
      </Stack>
    </TopDialog>
  );
}
