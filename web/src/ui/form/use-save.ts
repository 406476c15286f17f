import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { type FieldPath, type FieldValues, get } from 'react-hook-form';
import { requestConfirmation } from '../dialog/confirm.ts';
import type { Question } from '../dialog/question.ts';
import { useExplain } from '../explain.ts';
import { notifyError, notifySuccess } from '../notify.tsx';
import { UI_TEXTS } from '../texts.ts';
import { focusFirstError } from './focus-first-error.ts';
import type { Form } from './use-zod-form.ts';

export type Saving<Values extends FieldValues, Output, Result> = {
  form: Form<Values, Output>;
  onSave: (output: Output) => Promise<Result>;
  /** After a success: notify, navigate or close. The leave guard no longer stands in the way. */
  onSaved?: (result: Result) => void;
  /** Checks what is to be saved and may ask about it. Returns what to save instead, or null to go on editing. */
  check?: (output: Output) => Promise<Output | null>;
  /** A question before saving; null saves without one. */
  confirm?: (output: Output) => Question | null;
  /** Where the server's name of a field differs from the form's. */
  fieldNames?: Readonly<Record<string, FieldPath<Values>>>;
  /** Why what is typed cannot be saved as the record is now, null when it can; the screen tells it too. */
  refused?: string | null;
  /** Save even when nothing was changed: a dialog that only confirms its defaults. */
  allowUnchanged?: boolean;
};

export type Save = {
  submit: () => void;
  /** The fields are inert meanwhile: what is typed now would be neither sent nor kept. */
  isSaving: boolean;
  /** Why the last attempt failed, null when none did. */
  failure: string | null;
  /** Why saving is not possible now, null when it is. */
  whyNot: string | null;
  isChanged: () => boolean;
};

export function useSave<Values extends FieldValues, Output, Result>({
  form,
  onSave,
  onSaved,
  check,
  confirm,
  fieldNames,
  refused = null,
  allowUnchanged = false,
}: Saving<Values, Output, Result>): Save {
  const explain = useExplain();
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // A second click arrives before React has drawn the first one.
  const busy = useRef(false);
  const isSaved = useRef(false);
  const router = useRouter();
  const { isDirty } = form.formState;
  const isComplete = useIsComplete(form);
  useEffect(() => {
    if (!isDirty) isSaved.current = false;
  }, [isDirty]);

  const blame = (error: unknown) => {
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
    // a blamed field says why itself
    setFailure(known.length > 0 ? `${UI_TEXTS.formFailed}.` : `${UI_TEXTS.formFailed}. ${message}`);
  };

  const hold = (focused: Element | null) => {
    flushSync(() => {
      setSaving(true);
      setFailure(null);
    });
    // a calendar that is open in a layer of its own closes as its field is left
    if (focused instanceof HTMLElement) focused.blur();
  };
  /** What is inert or waits loses the focus, and gets it back unless it went elsewhere meanwhile. */
  const release = (focused: Element | null) => {
    flushSync(() => setSaving(false));
    if (document.activeElement === document.body && focused instanceof HTMLElement) {
      focused.focus({ preventScroll: true });
    }
  };

  const save = async (typed: Output) => {
    const { activeElement } = document;
    const output = check === undefined ? typed : await check(typed);
    if (output === null) return;
    const question = confirm?.(output) ?? null;
    if (question !== null && !(await requestConfirmation(question))) return;
    const savedAt = router.state.location.pathname;
    hold(activeElement);
    try {
      const result = await onSave(output).finally(() => release(activeElement));
      isSaved.current = true;
      form.reset(form.getValues());
      // a late answer leads nobody away from where they have gone meanwhile
      if (router.state.location.pathname === savedAt) onSaved?.(result);
      else notifySuccess(UI_TEXTS.savedAfterLeaving);
    } catch (error) {
      blame(error);
    }
  };

  const submit = () => {
    if (busy.current || refused !== null || (!isDirty && !allowUnchanged)) return;
    busy.current = true;
    void form
      .handleSubmit(save, focusFirstError)()
      .finally(() => {
        busy.current = false;
      });
  };

  const whyNot = isSaving
    ? UI_TEXTS.saving
    : !isDirty && !allowUnchanged
      ? UI_TEXTS.nothingChanged
      : isComplete
        ? refused
        : UI_TEXTS.notValid;

  return { submit, isSaving, failure, whyNot, isChanged: () => isDirty && !isSaved.current };
}

/** Follows the typing and rules that change beside it: the form's own validity is judged when a field is left. */
function useIsComplete<Values extends FieldValues, Output>(form: Form<Values, Output>): boolean {
  const follow = useCallback(
    (callback: () => void) => form.subscribe({ formState: { values: true }, callback }),
    [form],
  );
  return useSyncExternalStore(follow, () => form.isComplete());
}
