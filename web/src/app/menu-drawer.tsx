import '../ui/dialog/modal.css';
import { Drawer, Stack } from '@mantine/core';
import { useFocusReturn } from '../ui/dialog/focus-return.ts';
import { APP_NAME } from './app-name.ts';
import { Navigation } from './navigation.tsx';
import { UserMenu } from './user-menu.tsx';

/** The menu of a small screen, over the page. Mount it to open it. */
export function MenuDrawer({ onClose }: { onClose: () => void }) {
  useFocusReturn();
  return (
    <Drawer
      opened
      onClose={onClose}
      title={APP_NAME}
      size={280}
      closeButtonProps={{ 'aria-label': 'Zamknij menu' }}
    >
      <Stack justify="space-between" gap="lg">
        <Navigation onNavigate={onClose} />
        <UserMenu onNavigate={onClose} />
      </Stack>
    </Drawer>
  );
}
