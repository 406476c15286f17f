import { Stack, Text } from '@mantine/core';
import {
  MAILS_MAX,
  type MailedPrintoutKind,
  type MailProposal,
} from '@spichlerz/shared/calls/printout-mails';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { mailPrintouts, mailProposalsQuery } from '../api/printout-mails.ts';
import { useInvalidateTopic } from '../api/query-keys.ts';
import { TagsField } from '../ui/field/tags-field.tsx';
import { TextAreaField } from '../ui/field/text-field.tsx';
import { optionalRemark } from '../ui/form/rules.ts';
import { useZodForm } from '../ui/form/use-zod-form.ts';
import { FormDialog } from '../ui/overlay/form-dialog.tsx';
import { notifySuccess } from '../ui/overlay/notify.tsx';
import { counted, NOUN_FORMS } from '../words/plural.ts';
import { mailRecipients } from './mail-dialog.tsx';
import { QueryDialog } from './query-dialog.tsx';

/** A record with a printout. `name` is the name in the record's list row. */
type Item = { readonly id: number; readonly name: string };

type Props = {
  kind: MailedPrintoutKind;
  title: string;
  items: readonly Item[];
  onClose: () => void;
  /** Called after all mails are queued. */
  onDone: () => void;
};

export const whyNotMailMany = (count: number): string | null =>
  count > MAILS_MAX ? `Naraz można wysłać najwyżej ${MAILS_MAX} wydruków. Odznacz pozostałe.` : null;

/**
 * Mails the printouts of several records to the proposed addresses, in one e-mail per record. If one e-mail
 * cannot be queued, none is queued.
 */
export function MailManyDialog(props: Props) {
  const { kind, title, items, onClose } = props;
  const query = useQuery(
    mailProposalsQuery(
      kind,
      items.map(({ id }) => id),
    ),
  );
  return (
    <QueryDialog query={query} title={title} onClose={onClose}>
      {(proposals) => <MailsForm {...props} proposals={proposals} />}
    </QueryDialog>
  );
}

const schema = z.object({
  mails: z.array(z.object({ recipients: mailRecipients() })),
  text: optionalRemark(),
});

type FormProps = Props & { proposals: readonly MailProposal[] };

function MailsForm({ kind, title, items, proposals, onClose, onDone }: FormProps) {
  const invalidateTopic = useInvalidateTopic();
  const form = useZodForm(schema, {
    mails: proposals.map(({ recipients }) => ({ recipients })),
    text: sharedText(proposals),
  });
  const { control } = form;
  const count = counted(items.length, NOUN_FORMS.mails);
  return (
    <FormDialog
      title={title}
      form={form}
      onClose={onClose}
      saveLabel={`Wyślij (${items.length})`}
      allowUnchanged
      onSave={async ({ mails, text }) => {
        await mailPrintouts(
          mails.map(({ recipients }, index) => ({
            kind,
            id: items[index]?.id ?? 0,
            recipients,
            subject: proposals[index]?.subject ?? title,
            text: text ?? null,
          })),
        );
        await invalidateTopic('contract');
      }}
      onSaved={() => {
        notifySuccess(count, 'Dodano e-maile do wysłania');
        onDone();
        onClose();
      }}
      consequence={`${count}: każdy wydruk idzie osobno, ze swoim numerem w temacie.`}
    >
      <Stack gap="md">
        {items.map(({ id, name }, index) => (
          <Stack key={id} gap={2}>
            <TagsField
              control={control}
              name={`mails.${index}.recipients`}
              label={`Do, ${name}`}
              required
              data-autofocus={index === 0}
            />
            <Text fz="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {proposals[index]?.subject}
            </Text>
          </Stack>
        ))}
        <TextAreaField
          control={control}
          name="text"
          label="Treść"
          description="Ta sama we wszystkich. Wydruk jest dołączony jako plik PDF."
          minRows={5}
          autosize
          maxRows={12}
        />
      </Stack>
    </FormDialog>
  );
}

/** The proposed text of the first e-mail without ": " and the subject, so that it fits all e-mails. */
const sharedText = ([first]: readonly MailProposal[]): string =>
  first === undefined ? '' : first.text.replace(`: ${first.subject}`, '');
