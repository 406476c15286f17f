import { Stack } from '@mantine/core';
import {
  MAIL_RECIPIENTS_MAX,
  type MailedPrintoutKind,
  type MailProposal,
} from '@spichlerz/shared/calls/printout-mails';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { mailPrintouts, mailProposalQuery } from '../api/printout-mails.ts';
import { useInvalidateTopic } from '../api/query-keys.ts';
import { TagsField } from '../ui/field/tags-field.tsx';
import { TextAreaField, TextField } from '../ui/field/text-field.tsx';
import { emailAddresses, optionalRemark, requiredText } from '../ui/form/rules.ts';
import { useZodForm } from '../ui/form/use-zod-form.ts';
import { FormDialog } from '../ui/overlay/form-dialog.tsx';
import { notifySuccess } from '../ui/overlay/notify.tsx';
import { QueryDialog } from './query-dialog.tsx';

type Props = { kind: MailedPrintoutKind; id: number; onClose: () => void };

const TITLE = 'Wyślij wydruk e-mailem';

/** Mails a printout to the counterparty, with a proposed address and text. */
export function MailDialog({ kind, id, onClose }: Props) {
  const query = useQuery(mailProposalQuery(kind, id));
  return (
    <QueryDialog query={query} title={TITLE} onClose={onClose}>
      {(proposal) => <MailForm kind={kind} id={id} proposal={proposal} onClose={onClose} />}
    </QueryDialog>
  );
}

/** The addresses of a mail, from one to MAIL_RECIPIENTS_MAX. */
export const mailRecipients = () =>
  emailAddresses()
    .min(1, 'Podaj adres e-mail.')
    .max(MAIL_RECIPIENTS_MAX, `Podaj najwyżej ${MAIL_RECIPIENTS_MAX} adresów e-mail.`);

const schema = z.object({
  recipients: mailRecipients(),
  subject: requiredText(),
  text: optionalRemark(),
});

function MailForm({ kind, id, proposal, onClose }: Props & { proposal: MailProposal }) {
  const invalidateTopic = useInvalidateTopic();
  const form = useZodForm(schema, proposal);
  const { control } = form;
  return (
    <FormDialog
      title={TITLE}
      form={form}
      onClose={onClose}
      saveLabel="Wyślij"
      // the proposal may be sent unchanged
      allowUnchanged
      onSave={async ({ recipients, subject, text }) => {
        await mailPrintouts([{ kind, id, recipients, subject, text: text ?? null }]);
        await invalidateTopic('contract');
      }}
      onSaved={() => notifySuccess(form.getValues('recipients').join(', '), 'Dodano e-mail do wysłania')}
    >
      <Stack gap="md">
        <TagsField control={control} name="recipients" label="Do" required data-autofocus />
        <TextField control={control} name="subject" label="Temat" required />
        <TextAreaField
          control={control}
          name="text"
          label="Treść"
          description="Wydruk jest dołączony jako plik PDF."
          minRows={6}
          autosize
          maxRows={16}
        />
      </Stack>
    </FormDialog>
  );
}
