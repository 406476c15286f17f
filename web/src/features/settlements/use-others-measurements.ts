import { useEffect, useState } from 'react';
import type { Form } from '../../ui/form/use-zod-form.ts';
import type { RuleTerms } from './rule-terms.ts';
import { measurementsBetween, type RulesOutput, type RulesValues } from './rules-values.ts';

/**
 * Takes over readings and a loaded weight that another user saves while the dialog is open, except into fields that
 * this user changed: saving would replace them by the values at the opening. Returns the other user's changes.
 */
export function useOthersMeasurements(
  form: Form<RulesValues, RulesOutput>,
  terms: RuleTerms,
  stored: RulesValues,
) {
  const [opened] = useState(stored);
  const { formState } = form;
  const isTyped = (name: Parameters<typeof form.getFieldState>[0]) =>
    form.getFieldState(name, formState).isDirty;
  const unsaved = measurementsBetween(terms, form.getValues(), stored);
  const outdated = unsaved.filter(({ name }) => !isTyped(name));

  useEffect(() => {
    for (const { name, value } of outdated) form.resetField(name, { defaultValue: value as never });
  });

  // a typed value that equals the stored one was saved by this dialog
  return measurementsBetween(terms, opened, stored).filter(
    ({ name }) => !isTyped(name) || unsaved.some((own) => own.name === name),
  );
}
