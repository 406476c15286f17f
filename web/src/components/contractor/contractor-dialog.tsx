import { Stack } from '@mantine/core';
import type { Side } from '@spichlerz/shared/domain/side';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { notifySuccess } from '../../ui/notify.tsx';
import { useAfterChange } from '../save/after-change.ts';
import { ContractorFields } from './contractor-fields.tsx';
import { saveNewContractor } from './contractor-form-request.ts';
import { contractorName, contractorSchema, NEW_CONTRACTOR } from './contractor-form-values.ts';
import { CONTRACTOR_WORDS } from './contractor-words.ts';

type Props = {
  side: Side;
  /** What it was looked for by. */
  name: string;
  onCreated: (id: number) => void;
  onClose: () => void;
};

/** A new supplier or recipient over the form that needs it. */
export function ContractorDialog({ side, name, onCreated, onClose }: Props) {
  const words = CONTRACTOR_WORDS[side];
  const afterChange = useAfterChange();
  const form = useZodForm(contractorSchema[side], { ...NEW_CONTRACTOR, lastName: name });
  return (
    <FormDialog
      title={words.newTitle}
      size="xl"
      form={form}
      onClose={onClose}
      onSave={async (values) => {
        const { id } = await saveNewContractor[side](values);
        await afterChange('contractor');
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
