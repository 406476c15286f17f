import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { TextAreaField } from '../ui/field/text-field.tsx';
import { REMARK_MAX, requiredText } from '../ui/form/rules.ts';
import { useZodForm } from '../ui/form/use-zod-form.ts';
import { FormDialog } from '../ui/overlay/form-dialog.tsx';
import { UI_TEXTS } from '../ui/texts.ts';
import { Warning } from './warning.tsx';

const schema = z.object({ reason: requiredText(REMARK_MAX) });

export function useReasonForm() {
  return useZodForm(schema, { reason: '' });
}

type Props = {
  form: ReturnType<typeof useReasonForm>;
  title: string;
  /** Explains the effect of the change. */
  message: string;
  /** A notice about a concurrent change by another user. */
  notice?: ReactNode;
  /** The reason why the change is not possible; null when it is. */
  disabledReason?: string | null;
  saveLabel?: string;
  onConfirm: (reason: string) => Promise<unknown>;
  onSaved: () => void;
  onClose: () => void;
};

/** Confirms a change that needs a reason, which the audit log stores. */
export function ReasonDialog({
  form,
  title,
  message,
  notice,
  disabledReason = null,
  saveLabel = 'Otwórz ponownie',
  onConfirm,
  onSaved,
  onClose,
}: Props) {
  return (
    <FormDialog
      title={title}
      size="md"
      form={form}
      onClose={onClose}
      disabledReason={disabledReason}
      saveLabel={saveLabel}
      cancelLabel={UI_TEXTS.keep}
      onSave={({ reason }) => onConfirm(reason)}
      onSaved={onSaved}
    >
      <Stack gap="sm">
        {notice}
        {disabledReason === null ? null : <Warning>{disabledReason}</Warning>}
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
