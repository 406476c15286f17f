import { Stack } from '@mantine/core';
import type { Side } from '@spichlerz/shared/domain/side';
import { useInvalidateTopic } from '../../api/query-keys.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { ContractorFields } from './contractor-fields.tsx';
import { saveNewContractor } from './contractor-form-request.ts';
import { contractorName, contractorSchema, NEW_CONTRACTOR } from './contractor-form-values.ts';
import { CONTRACTOR_TEXTS } from './contractor-texts.ts';

type Props = {
  side: Side;
  /** The text that the user searched for, proposed as the name. */
  name: string;
  onCreated: (id: number) => void;
  onClose: () => void;
};

/** A dialog that creates a supplier or recipient, opened from another form. */
export function ContractorDialog({ side, name, onCreated, onClose }: Props) {
  const words = CONTRACTOR_TEXTS[side];
  const invalidateTopic = useInvalidateTopic();
  const form = useZodForm(contractorSchema[side], { ...NEW_CONTRACTOR, lastName: name });
  return (
    <FormDialog
      title={words.newTitle}
      size="xl"
      form={form}
      onClose={onClose}
      onSave={async (values) => {
        const { id } = await saveNewContractor[side](values);
        await invalidateTopic('contractor');
        return id;
      }}
      onSaved={(id) => {
        notifySuccess(contractorName(form.getValues()), words.created);
        onCreated(id);
      }}
    >
      <Stack gap="md">
        <ContractorFields side={side} form={form} />
      </Stack>
    </FormDialog>
  );
}
