import { Stack, Text } from '@mantine/core';
import { changeTransportStatus, type TransportRow } from '@spichlerz/shared/calls/transports';
import type { Role } from '@spichlerz/shared/domain/role';
import {
  TRANSPORT_STATUSES,
  type TransportStatus,
  whyNotPrintOrder,
} from '@spichlerz/shared/domain/transport';
import { TRANSPORT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useInvalidateTopic } from '../../../api/query-keys.ts';
import { whyNotMailMany } from '../../../components/mail-many-dialog.tsx';
import { TRANSPORT_STATUS_COLORS } from '../../../components/status-badge.tsx';
import { BulkStatusMenu } from '../../../components/status-menu.tsx';
import { ButtonWithReason } from '../../../ui/button-with-reason.tsx';
import { BulkDialog } from '../../../ui/overlay/bulk-dialog.tsx';
import { notifySuccess } from '../../../ui/overlay/notify.tsx';
import { SelectionBar } from '../../../ui/table/selection-bar.tsx';
import type { SelectedRows } from '../../../ui/table/use-selection.ts';
import { UI_TEXTS } from '../../../ui/texts.ts';
import { counted, NOUN_FORMS } from '../../../words/plural.ts';
import { ReleaseSelected } from '../release-selected.tsx';
import {
  bulkConsequences,
  countAndTonnes,
  whyNotAllCanChange,
  whyNotInvoiceTogether,
} from '../transport-bulk-texts.ts';
import type { OpenTransport } from '../transport-dialogs.tsx';
import { writeTransport } from '../use-stored-transport.ts';

type Props = {
  selection: SelectedRows<TransportRow>;
  role: Role;
  onOpen: OpenTransport;
  /** Further buttons for the selected transports. */
  children?: ReactNode;
};

/** The statuses of the menu. The status TO_BE_SETTLED is set by the release button instead. */
const OFFERED_STATUSES = TRANSPORT_STATUSES.filter((status) => status !== 'TO_BE_SETTLED');

/** Bulk actions on the selected transports. A status is enabled only if all selected transports can get it. */
export function TransportBulk({ selection, role, onOpen, children }: Props) {
  const [status, setStatus] = useState<TransportStatus | null>(null);
  const { rows } = selection;
  return (
    <>
      <SelectionBar selection={selection} counted={countAndTonnes(rows)}>
        <BulkStatusMenu
          choices={OFFERED_STATUSES.map((value) => ({
            value,
            label: TRANSPORT_STATUS_LABELS[value],
            color: TRANSPORT_STATUS_COLORS[value],
            disabledReason: whyNotAllCanChange(rows, value, role),
          }))}
          onChoose={(to) => {
            // a dialog, because a weight is needed for each transport
            if (to === 'DELIVERED') onOpen({ kind: 'unload', rows, to });
            else setStatus(to);
          }}
        />
        <ReleaseSelected
          statuses={rows.map((row) => row.status)}
          onRelease={() => onOpen({ kind: 'unload', rows, to: 'TO_BE_SETTLED' })}
        />
        {rows.length === 0 ? null : (
          <ButtonWithReason
            variant="light"
            disabledReason={whyNotInvoiceTogether(rows)}
            onClick={() => onOpen({ kind: 'jointFreight', rows })}
          >
            {`Faktura przewoźnika (${rows.length})`}
          </ButtonWithReason>
        )}
        {rows.length === 0 ? null : (
          <ButtonWithReason
            variant="light"
            disabledReason={whyNotMailOrders(rows)}
            onClick={() => onOpen({ kind: 'mailOrders', rows })}
          >
            {`Wyślij zlecenia (${rows.length})`}
          </ButtonWithReason>
        )}
        {children}
      </SelectionBar>
      {status === null ? null : (
        <StatusDialog selection={selection} status={status} onClose={() => setStatus(null)} />
      )}
    </>
  );
}

const whyNotMailOrders = (rows: readonly TransportRow[]): string | null =>
  rows.some((row) => whyNotPrintOrder(row.status) !== null)
    ? 'Anulowany transport nie ma zlecenia. Odznacz anulowane.'
    : whyNotMailMany(rows.length);

type StatusProps = { selection: SelectedRows<TransportRow>; status: TransportStatus; onClose: () => void };

function StatusDialog({ selection, status, onClose }: StatusProps) {
  const invalidateTopic = useInvalidateTopic();
  const client = useQueryClient();
  const [rows] = useState(selection.rows);
  const word = TRANSPORT_STATUS_LABELS[status];
  return (
    <BulkDialog
      title={`Zmienić status na „${word}”?`}
      rows={rows}
      rowName={(row) => row.registrationNumber}
      message={
        <Stack gap={4}>
          {bulkConsequences(rows, status).map((sentence) => (
            <Text key={sentence}>{sentence}</Text>
          ))}
        </Stack>
      }
      confirmLabel={status === 'PAID' ? 'Oznacz jako opłacone' : 'Zmień status'}
      cancelLabel={UI_TEXTS.keep}
      danger={status === 'CANCELLED' || status === 'RETURN_TO_CLIENT'}
      change={({ id, version }) =>
        writeTransport(client, id, {
          write: () => call(changeTransportStatus, { body: { transportId: id, status, version } }),
          isWritten: (fresh) => fresh.status === status,
        })
      }
      onFinished={async (failedIds) => {
        await invalidateTopic('transport');
        selection.onChange(failedIds);
      }}
      onAllDone={() =>
        notifySuccess(`${counted(rows.length, NOUN_FORMS.transports)}: ${word}.`, 'Zmieniono status')
      }
      onClose={onClose}
    />
  );
}
