import { Stack, Text } from '@mantine/core';
import { z } from 'zod';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { TextAreaField } from '../../ui/field/text-area-field.tsx';
import { REMARK_MAX, requiredText } from '../../ui/form/rules.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';

type Props = {
  title: string;
  /** What re-opening does. */
  message: string;
  onReopen: (reason: string) => Promise<unknown>;
  onReopened: () => void;
  onClose: () => void;
};

const schema = z.object({ reason: requiredText(REMARK_MAX) });

/** An administrator's step back over a settled record; the reason stays in its history. */
export function ReopenDialog({ title, message, onReopen, onReopened, onClose }: Props) {
  const form = useZodForm(schema, { reason: '' });
  return (
    <FormDialog
      title={title}
      size="md"
      form={form}
      onClose={onClose}
      saveLabel="Otwórz ponownie"
      onSave={({ reason }) => onReopen(reason)}
      onSaved={onReopened}
    >
      <Stack gap="sm">
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
