import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { TextAreaField } from '../../ui/field/text-area-field.tsx';
import { REMARK_MAX, requiredText } from '../../ui/form/rules.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { UI_WORDS } from '../../ui/words.ts';
import { Warning } from '../warning.tsx';

const schema = z.object({ reason: requiredText(REMARK_MAX) });

export function useReopenForm() {
  return useZodForm(schema, { reason: '' });
}

type Props = {
  form: ReturnType<typeof useReopenForm>;
  title: string;
  /** What re-opening does. */
  message: string;
  /** What somebody else has saved meanwhile. */
  notice?: ReactNode;
  /** Why it cannot be re-opened, null when it can. */
  refused?: string | null;
  saveLabel?: string;
  onReopen: (reason: string) => Promise<unknown>;
  onReopened: () => void;
  onClose: () => void;
};

/** A step back over a settled record; its reason is kept in the audit log. */
export function ReopenDialog({
  form,
  title,
  message,
  notice,
  refused = null,
  saveLabel = 'Otwórz ponownie',
  onReopen,
  onReopened,
  onClose,
}: Props) {
  return (
    <FormDialog
      title={title}
      size="md"
      form={form}
      onClose={onClose}
      refused={refused}
      saveLabel={saveLabel}
      cancelLabel={UI_WORDS.keep}
      onSave={({ reason }) => onReopen(reason)}
      onSaved={onReopened}
    >
      <Stack gap="sm">
        {notice}
        {refused === null ? null : <Warning>{refused}</Warning>}
        <Text fz="sm">{message}</Text>
        <TextAreaField
          control={form.control}
          name="reason"
          label="Powód"
          description="Zostanie zapisany w historii zmian."
          required
          data-autofocus
        />
      </Stack>
    </FormDialog>
  );
}
