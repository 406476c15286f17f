import { Notifications, useNotifications } from '@mantine/notifications';
import { useState } from 'react';
import { NOTIFICATION_MS } from './notify.tsx';

/** Where notifications show, from the first one on: the kit draws six empty corners for them, three times at the start. */
export function AppNotifications() {
  const isAny = useNotifications().notifications.length > 0;
  const [isWanted, want] = useState(isAny);
  if (isAny && !isWanted) want(true);
  if (!isWanted) return null;
  return <Notifications position="top-right" autoClose={NOTIFICATION_MS} limit={4} containerWidth={400} />;
}
