import { useEffect, useRef } from 'react';
import type { FieldPathByValue, FieldValues, PathValue } from 'react-hook-form';
import type { Form } from '../../ui/form/use-zod-form.ts';

/**
 * Proposes the value of a field. A new proposal replaces the value until the user types in the field or clears
 * it. A proposal does not make the form dirty.
 */
export function useProposal<Values extends FieldValues, Output>(
  form: Form<Values, Output>,
  name: FieldPathByValue<Values, string>,
  proposed: string,
): void {
  const last = useRef<string>(form.getValues(name));
  useEffect(() => {
    if (proposed === last.current) return;
    if (form.getValues(name) === last.current) propose(form, name, proposed);
    last.current = proposed;
  }, [form, name, proposed]);
}

/** Replaces the value of a field by a proposal. */
export function propose<Values extends FieldValues, Output>(
  form: Form<Values, Output>,
  name: FieldPathByValue<Values, string>,
  proposed: string,
): void {
  form.resetField(name, { defaultValue: proposed as PathValue<Values, typeof name> });
}
