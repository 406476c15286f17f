import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { Warning } from '../../components/warning.tsx';
import { TextAreaField } from '../../ui/field/text-field.tsx';
import { REMARK_MAX, requiredText } from '../../ui/form/rules.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { UI_TEXTS } from '../../ui/texts.ts';

const schema = z.object({ reason: requiredText(REMARK_MAX) });

export function useReopenForm() {
  return useZodForm(schema, { reason: '' });
}

type Props = {
  form: ReturnType<typeof useReopenForm>;
  title: string;
  /** Explains the effect of re-opening. */
  message: string;
  /** A notice about a concurrent change by another user. */
  notice?: ReactNode;
  /** The reason why the record cannot be re-opened; null when it can. */
  disabledReason?: string | null;
  saveLabel?: string;
  onReopen: (reason: string) => Promise<unknown>;
  onReopened: () => void;
  onClose: () => void;
};

/** Re-opens a settled record; the audit log stores the reason. */
export function ReopenDialog({
  form,
  title,
  message,
  notice,
  disabledReason = null,
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
      disabledReason={disabledReason}
      saveLabel={saveLabel}
      cancelLabel={UI_TEXTS.keep}
      onSave={({ reason }) => onReopen(reason)}
      onSaved={onReopened}
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
