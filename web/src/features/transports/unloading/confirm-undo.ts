import { confirmAction } from '../../../ui/overlay/confirm.ts';
import { counted, NOUN_FORMS } from '../../../words/plural.ts';

/** Asks for confirmation before a list is undone. The confirmation shows a failure. */
export function confirmUndo(count: number, undo: () => Promise<void>): void {
  confirmAction({
    title: 'Cofnąć wczytanie listy?',
    message: `Do poprzedniego statusu, wagi i wyników badań wracają: ${counted(count, NOUN_FORMS.transports)}. Te, które zmieniły się od wczytania, zostaną, jak są.`,
    confirmLabel: 'Cofnij wczytanie',
    cancelLabel: 'Zostaw',
    danger: true,
    action: undo,
  });
}
