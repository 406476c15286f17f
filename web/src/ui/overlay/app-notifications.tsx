import { Notifications, useNotifications } from '@mantine/notifications';
import { useState } from 'react';
import { NOTIFICATION_MS } from './notify.tsx';

/**
 * Mounts Mantine's Notifications with the first notification, because it renders six empty containers three
 * times at start.
 */
export function AppNotifications() {
  const isAny = useNotifications().notifications.length > 0;
  const [isMounted, setMounted] = useState(isAny);
  if (isAny && !isMounted) setMounted(true);
  if (!isMounted) return null;
  return <Notifications position="top-right" autoClose={NOTIFICATION_MS} limit={4} containerWidth={400} />;
}
