import { hasUnsavedWork } from '../../ui/form/unsaved-work.ts';

export const SAVE_FORM_FIRST = 'Najpierw zapisz zmiany w formularzu albo je cofnij.';

/**
 * The reason why a record cannot be changed outside its form, or null. Such a change raises the version of the
 * record, and a form with unsaved changes would show it as a change by another user.
 */
export const whyNotChangeOutsideForm = (): string | null => (hasUnsavedWork() ? SAVE_FORM_FIRST : null);
