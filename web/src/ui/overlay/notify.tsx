import { Button, Stack } from '@mantine/core';
import { Notifications, notifications, useNotifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { UI_TEXTS } from '../texts.ts';

const NOTIFICATION_MS = 5_000;
/** A user must have the time to read the message and to reach its button. */
const WITH_BUTTON_MS = 10_000;
/** A task that ends before this delay shows only its result. */
const RUNNING_DELAY_MS = 1_000;

/**
 * `title` names the event, `message` the record or the reason. A repeated notification replaces the earlier
 * notification.
 */
export function notifySuccess(message: string, title?: string, next?: NotificationAction): void {
  show('field', <IconCheck size={18} aria-hidden />, message, title, withTime(next));
}

/** A button for the most common next step. */
type NotificationAction = { readonly label: string; readonly onClick: () => void };

const withTime = (next: NotificationAction | undefined) => (next ? { next, autoClose: WITH_BUTTON_MS } : {});

export function notifyWarning(message: string, title?: string, next?: NotificationAction): void {
  show('orange', <IconAlertTriangle size={18} aria-hidden />, message, title, withTime(next));
}

export function notifyError(message: string, title?: string): void {
  show('red', <IconX size={18} aria-hidden />, message, title);
}

/**
 * An error with a retry button. It stays until the user presses the button or closes it, or until the caller
 * calls the returned function.
 */
export function notifyWithAction(message: string, title: string, onRetry: () => void): () => void {
  const id = show('red', <IconX size={18} aria-hidden />, message, title, {
    next: { label: UI_TEXTS.tryAgain, onClick: onRetry },
    autoClose: false,
  });
  return () => notifications.hide(id);
}

/**
 * A notification without a close button: it stays until its button is pressed or the returned function is
 * called.
 */
export function notifyUntilDone(message: string, title: string, next: NotificationAction): () => void {
  const id = show('orange', <IconAlertTriangle size={18} aria-hidden />, message, title, {
    next,
    autoClose: false,
    withCloseButton: false,
  });
  return () => notifications.hide(id);
}

function withButton(message: string, { label, onClick }: NotificationAction, onHide: () => void): ReactNode {
  return (
    <Stack gap={8} align="flex-start">
      <span>{message}</span>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => {
          onHide();
          onClick();
        }}
      >
        {label}
      </Button>
    </Stack>
  );
}

let running = 0;

/** Shows a running task after a delay. Returns a function that hides the notification. */
export function notifyRunning(message: string, title: string): () => void {
  running += 1;
  const id = `running:${running}`;
  const timer = setTimeout(
    () =>
      notifications.show({
        ...notificationProps('field', message, title),
        id,
        loading: true,
        autoClose: false,
      }),
    RUNNING_DELAY_MS,
  );
  return () => {
    clearTimeout(timer);
    notifications.hide(id);
  };
}

let shown = 0;

type Options = { next?: NotificationAction; autoClose?: number | false; withCloseButton?: false };

function show(
  color: string,
  icon: ReactNode,
  message: string,
  title: string | undefined,
  { next, autoClose = NOTIFICATION_MS, ...options }: Options = {},
): string {
  // A repeated failure of an action replaces its notification, so that only one button retries the action.
  const id = color + title + (next && color === 'red' ? '' : message);
  shown += 1;
  const notification = {
    ...notificationProps(
      color,
      next === undefined ? message : withButton(message, next, () => notifications.hide(id)),
      title,
    ),
    id,
    icon,
    // A changed duration restarts the timer of a notification that is already on the screen, so two durations
    // alternate.
    autoClose: autoClose && autoClose + (shown % 2),
    ...options,
  };
  notifications.show(notification);
  // a repeated failure updates the notification on the screen, so that its button retries the last attempt
  notifications.update(notification);
  return id;
}

function notificationProps(color: string, message: ReactNode, title: string | undefined) {
  return {
    color,
    title,
    message,
    withBorder: true,
    closeButtonProps: { 'aria-label': UI_TEXTS.closeNotification },
    role: color === 'red' ? 'alert' : 'status',
  };
}

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
