import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { UI_WORDS } from './words.ts';

export const NOTIFICATION_MS = 5_000;

/** `title` names what happened, `message` the record or the reason. The same failure is shown once, not stacked. */
export function notifySuccess(message: string, title?: string): void {
  show('field', <IconCheck size={18} aria-hidden />, message, title);
}

export function notifyWarning(message: string, title?: string): void {
  show('orange', <IconAlertTriangle size={18} aria-hidden />, message, title);
}

export function notifyError(message: string, title?: string): void {
  show('red', <IconX size={18} aria-hidden />, message, title);
}

function show(color: string, icon: ReactNode, message: string, title: string | undefined): void {
  notifications.show({
    id: `${color}:${title ?? ''}:${message}`,
    color,
    icon,
    title,
    message,
    autoClose: NOTIFICATION_MS,
    withBorder: true,
    closeButtonProps: { 'aria-label': UI_WORDS.closeNotification },
    role: color === 'red' ? 'alert' : 'status',
  });
}
