import { Button, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { UI_TEXTS } from './texts.ts';

export const NOTIFICATION_MS = 5_000;
/** What takes less is told once it is done. */
const LONG_MS = 1_000;

/** `title` names what happened, `message` the record or the reason. The same failure is shown once, not stacked. */
export function notifySuccess(message: string, title?: string, next?: Next): void {
  const id = show(
    'field',
    <IconCheck size={18} aria-hidden />,
    next === undefined ? message : withButton(message, next, () => notifications.hide(id)),
    title,
  );
}

/** What one does most often after what the notice tells of. */
type Next = { readonly label: string; readonly onClick: () => void };

export function notifyWarning(message: string, title?: string): void {
  show('orange', <IconAlertTriangle size={18} aria-hidden />, message, title);
}

export function notifyError(message: string, title?: string): void {
  show('red', <IconX size={18} aria-hidden />, message, title);
}

/**
 * A failure that waits to be seen: whoever looked elsewhere still finds it, and tries again from it. Answers how to
 * take it back when it is over by itself.
 */
export function notifyWithAction(message: string, title: string, onRetry: () => void): () => void {
  const id = show(
    'red',
    <IconX size={18} aria-hidden />,
    withButton(message, { label: UI_TEXTS.tryAgain, onClick: onRetry }, () => notifications.hide(id)),
    title,
    { autoClose: false },
  );
  return () => notifications.hide(id);
}

/** Cannot be closed: stays until its button is pressed or the returned function hides it. */
export function notifyUntilDone(message: string, title: string, next: Next): () => void {
  const id = show(
    'orange',
    <IconAlertTriangle size={18} aria-hidden />,
    withButton(message, next, () => notifications.hide(id)),
    title,
    { autoClose: false, withCloseButton: false },
  );
  return () => notifications.hide(id);
}

function withButton(message: string, { label, onClick }: Next, onHide: () => void): ReactNode {
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

/** What goes on while one may work on, once it has for long. Answers how to take it back when it is over. */
export function notifyRunning(message: string, title: string): () => void {
  running += 1;
  const id = `running:${running}`;
  const timer = setTimeout(
    () =>
      notifications.show({
        ...lookOf('field', message, title),
        id,
        loading: true,
        autoClose: false,
      }),
    LONG_MS,
  );
  return () => {
    clearTimeout(timer);
    notifications.hide(id);
  };
}

function show(
  color: string,
  icon: ReactNode,
  message: ReactNode,
  title: string | undefined,
  stay: { autoClose?: false; withCloseButton?: false } = {},
): string {
  const notification = {
    ...lookOf(color, message, title),
    id: `${color}:${title ?? ''}:${typeof message === 'string' ? message : ''}`,
    icon,
    autoClose: NOTIFICATION_MS,
    ...stay,
  };
  notifications.show(notification);
  // one that stands there already tells of this one now: what is tried again from it is what failed last
  notifications.update(notification);
  return notification.id;
}

function lookOf(color: string, message: ReactNode, title: string | undefined) {
  return {
    color,
    title,
    message,
    withBorder: true,
    closeButtonProps: { 'aria-label': UI_TEXTS.closeNotification },
    role: color === 'red' ? 'alert' : 'status',
  };
}
