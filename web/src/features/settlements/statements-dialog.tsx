import { Group, Stack, Text } from '@mantine/core';
import type { Side } from '@spichlerz/shared/domain/side';
import type { StatementRow } from '@spichlerz/shared/wire/statements';
import { formatDate } from '@spichlerz/shared/words/figures';
import { useQuery } from '@tanstack/react-query';
import { statementsQuery } from '../../api/printout-mails.ts';
import { statementPrintout } from '../../api/printouts.ts';
import { MailButton } from '../../components/mail-button.tsx';
import { PrintButton } from '../../components/print-button.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { formatDateTime } from '../../words/format.ts';

type Props = { side: Side; transportId: number; registrationNumber: string; onClose: () => void };

/** The statements that include a transport, with the e-mail addresses to which they were sent. */
export function StatementsDialog({ side, transportId, registrationNumber, onClose }: Props) {
  const query = useQuery(statementsQuery(side, transportId));
  return (
    <Dialog title={`Wystawione rozliczenia: ${registrationNumber}`} size="lg" onClose={onClose}>
      <QueryBoundary query={query}>
        {({ list }) => (
          <Stack gap="md">
            {list.length === 0 ? (
              <Text fz="sm">
                Ten transport nie ma jeszcze rozliczenia dla kontrahenta. Zaznacz transporty na liście i
                wybierz „Wystaw rozliczenie”.
              </Text>
            ) : null}
            {list.map((statement) => (
              <Statement key={statement.id} statement={statement} />
            ))}
          </Stack>
        )}
      </QueryBoundary>
    </Dialog>
  );
}

function Statement({ statement }: { statement: StatementRow }) {
  const { id, number, day, mails } = statement;
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      <Stack gap={2}>
        <Text fz="sm" fw={600}>{`${number} z ${formatDate(day)}`}</Text>
        {mails.length === 0 ? (
          <Text fz="sm" c="dimmed">
            Nie wysłano e-mailem.
          </Text>
        ) : (
          mails.map((mail, index) => (
            // the key has an index, because the same address may get a statement several times
            <Text key={`${mail.recipient}-${index}`} fz="sm" style={{ overflowWrap: 'anywhere' }}>
              {mail.sentAt === null
                ? `${mail.recipient}: ${mail.status === 'FAILED' ? 'nie udało się wysłać' : 'czeka na wysłanie'}`
                : `${mail.recipient}: wysłano ${formatDateTime(mail.sentAt)}`}
            </Text>
          ))
        )}
      </Stack>
      <Group gap="xs">
        <PrintButton label={`Drukuj ${number}`} fetchFile={() => statementPrintout(id)} />
        <MailButton kind="STATEMENT" id={id} label={`Wyślij ${number} e-mailem`} />
      </Group>
    </Group>
  );
}
