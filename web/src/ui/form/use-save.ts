import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { type FieldPath, type FieldValues, get } from 'react-hook-form';
import { useExplain } from '../errors.ts';
import { type ConfirmOptions, requestConfirmation } from '../overlay/confirm.ts';
import { notifyError, notifySuccess } from '../overlay/notify.tsx';
import { UI_TEXTS } from '../texts.ts';
import { focusFirstError } from './move-focus.ts';
import type { Form } from './use-zod-form.ts';

export type SaveOptions<Values extends FieldValues, Output, Result> = {
  form: Form<Values, Output>;
  onSave: (output: Output) => Promise<Result>;
  /**
   * Called after a success to notify, navigate or close, unless the user has left the page. At that time the
   * form counts as unchanged, so a navigation opens no prompt.
   */
  onSaved?: (result: Result) => void;
  /**
   * Checks the output, with a confirmation where needed. Returns the output to save, or null to continue
   * editing.
   */
  check?: (output: Output) => Promise<Output | null>;
  /** A confirmation before saving; null saves without one. */
  confirm?: (output: Output) => ConfirmOptions | null;
  /** Maps the server's field names to the form's field names where they differ. */
  fieldNames?: Readonly<Record<string, FieldPath<Values>>>;
  /** The reason why the record cannot be saved in its current state, or null; the screen also shows it. */
  disabledReason?: string | null;
  /** Allows saving without changes, for a dialog that confirms its defaults. */
  allowUnchanged?: boolean;
};

export type Save = {
  submit: () => void;
  /** The fields are inert while saving, because typed text would be neither sent nor kept. */
  isSaving: boolean;
  /** The reason why the last attempt failed, or null. */
  failure: string | null;
  /** The reason why saving is not possible now, or null. */
  disabledReason: string | null;
  isChanged: () => boolean;
};

export function useSave<Values extends FieldValues, Output, Result>({
  form,
  onSave,
  onSaved,
  check,
  confirm,
  fieldNames,
  disabledReason = null,
  allowUnchanged = false,
}: SaveOptions<Values, Output, Result>): Save {
  const explain = useExplain();
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // A second click may arrive before React has rendered the result of the first one.
  const busy = useRef(false);
  const isSaved = useRef(false);
  const router = useRouter();
  const { isDirty } = form.formState;
  const isComplete = useIsComplete(form);
  useEffect(() => {
    if (!isDirty) isSaved.current = false;
  }, [isDirty]);

  const showErrors = (error: unknown) => {
    const { message, fields } = explain(error);
    const values = form.getValues();
    const known = fields.flatMap(({ path, message }) => {
      const name = fieldNames?.[path] ?? (path as FieldPath<Values>);
      return get(values, name) === undefined ? [] : [{ name, message }];
    });
    known.forEach(({ name, message }, index) => {
      form.setError(name, { type: 'server', message }, { shouldFocus: index === 0 });
    });
    notifyError(message, UI_TEXTS.formFailed);
    // an invalid field shows its own message
    setFailure(known.length > 0 ? `${UI_TEXTS.formFailed}.` : `${UI_TEXTS.formFailed}. ${message}`);
  };

  const lockForm = (focused: Element | null) => {
    flushSync(() => {
      setSaving(true);
      setFailure(null);
    });
    // the blur closes an open calendar, which is in its own layer
    if (focused instanceof HTMLElement) focused.blur();
  };
  /** Disabling the form drops the focus. Restores the focus, unless the user has moved it. */
  const unlockForm = (focused: Element | null) => {
    flushSync(() => setSaving(false));
    if (document.activeElement === document.body && focused instanceof HTMLElement) {
      focused.focus({ preventScroll: true });
    }
  };

  const save = async (typed: Output) => {
    const { activeElement } = document;
    const output = check === undefined ? typed : await check(typed);
    if (output === null) return;
    const confirmation = confirm?.(output) ?? null;
    if (confirmation !== null) {
      const asked = JSON.stringify(form.getValues());
      if (!(await requestConfirmation(confirmation))) return;
      // another user's save may have changed the form behind the confirmation
      if (JSON.stringify(form.getValues()) !== asked) {
        setFailure(CHANGED_BEHIND_CONFIRMATION);
        return;
      }
    }
    const savedAt = router.state.location.pathname;
    lockForm(activeElement);
    try {
      const result = await onSave(output).finally(() => unlockForm(activeElement));
      // A form that was saved without changes has nothing to discard, until the user changes it.
      isSaved.current = isDirty;
      form.reset(form.getValues());
      // a late response must not navigate a user who has left the page
      if (router.state.location.pathname === savedAt) onSaved?.(result);
      else notifySuccess(SAVED_AFTER_LEAVING);
    } catch (error) {
      showErrors(error);
    }
  };

  const submit = () => {
    if (busy.current || disabledReason !== null || (!isDirty && !allowUnchanged)) return;
    busy.current = true;
    void form
      .handleSubmit(save, focusFirstError)()
      .finally(() => {
        busy.current = false;
      });
  };

  const saveDisabledReason = isSaving
    ? UI_TEXTS.saving
    : !isDirty && !allowUnchanged
      ? NOTHING_CHANGED
      : isComplete
        ? disabledReason
        : NOT_VALID;

  return {
    submit,
    isSaving,
    failure,
    disabledReason: saveDisabledReason,
    isChanged: () => isDirty && !isSaved.current,
  };
}

const NOTHING_CHANGED = 'Nie ma jeszcze zmian do zapisania.';
const NOT_VALID = 'Uzupełnij wymagane pola i popraw błędne. Kliknij, żeby je wskazać.';
const SAVED_AFTER_LEAVING = 'Zapisano zmiany z formularza, który został zamknięty.';
const CHANGED_BEHIND_CONFIRMATION =
  'Nie zapisano, bo w czasie pytania formularz się zmienił. Sprawdź go i zapisz jeszcze raz.';

/**
 * Whether the current values are valid. The result changes with typing and with changed rules; React Hook Form
 * updates its own validity only on blur.
 */
function useIsComplete<Values extends FieldValues, Output>(form: Form<Values, Output>): boolean {
  const subscribe = useCallback(
    (callback: () => void) => form.subscribe({ formState: { values: true }, callback }),
    [form],
  );
  return useSyncExternalStore(subscribe, () => form.isComplete());
}
