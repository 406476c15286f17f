import { changeTransportStatus, type TransportRow } from '@spichlerz/shared/calls/transports';
import type { Role } from '@spichlerz/shared/domain/role';
import { isRelease, isReopening, isUndoable, type TransportStatus } from '@spichlerz/shared/domain/transport';
import { TRANSPORT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useInvalidateTopic } from '../../../api/query-keys.ts';
import { keptTransport } from '../../../api/transports.ts';
import { TRANSPORT_STATUS_COLORS, TransportStatusBadge } from '../../../components/status-badge.tsx';
import { StatusButton, StatusMenu } from '../../../components/status-menu.tsx';
import { requestConfirmation } from '../../../ui/overlay/confirm.ts';
import { notifySuccess } from '../../../ui/overlay/notify.tsx';
import { useKeepRow } from '../../../ui/table/use-kept-rows.ts';
import { UI_TEXTS } from '../../../ui/texts.ts';
import { isFreightIncomplete, nextStatuses } from '../transport-bulk-texts.ts';
import type { OpenTransport } from '../transport-dialogs.tsx';
import { statusConfirmation } from '../transport-texts.ts';

type Props = { row: TransportRow; role: Role; onOpen: OpenTransport };

const LABEL = 'Zmień status transportu';

/** A badge with a menu that changes a transport's status. A step that needs more input opens a dialog. */
export function TransportStatusMenu(props: Props) {
  const { row, role } = props;
  if (nextStatuses(row, role).length === 0) return <TransportStatusBadge status={row.status} />;
  return (
    <StatusButton label={LABEL} current={statusOption(row.status)}>
      {() => <OpenTransportStatusMenu {...props} />}
    </StatusButton>
  );
}

/**
 * A change of the status. `undoTo` is the status that "Cofnij" restores, or null if the
 * change cannot be undone.
 */
type Change = { to: TransportStatus; version: number; undoTo: TransportStatus | null };

function OpenTransportStatusMenu({ row, role, onOpen }: Props) {
  const invalidateTopic = useInvalidateTopic();
  const keepRow = useKeepRow();
  const subject = `Status transportu ${row.registrationNumber}`;
  const change = useMutation({
    meta: { failureTitle: subject },
    mutationFn: ({ to, version }: Change) =>
      call(changeTransportStatus, { body: { transportId: row.id, status: to, version } }),
    onSuccess: async (_done, { to, version, undoTo }) => {
      keepRow(row.id, { status: to, version: version + 1 }, keptTransport);
      await invalidateTopic('transport');
      notifySuccess(
        `${subject}: ${TRANSPORT_STATUS_LABELS[to]}.`,
        undefined,
        undoTo === null
          ? undefined
          : {
              label: UI_TEXTS.undo,
              onClick: () => change.mutate({ to: undoTo, version: version + 1, undoTo: null }),
            },
      );
    },
    // Another user's change may be the cause, so the transport is refetched. The refetch is not awaited, so that
    // the badge shows the old status at once.
    onError: () => void invalidateTopic('transport'),
  });
  const choose = async (status: TransportStatus) => {
    if (isReopening(row.status, status)) onOpen({ kind: 'reopen', row, to: status });
    else if (status === 'DELIVERED' || (status === 'TO_BE_SETTLED' && isRelease(row.status, status)))
      onOpen({ kind: 'unload', rows: [row], to: status });
    else if (status === 'PAID' && isFreightIncomplete(row)) onOpen({ kind: 'freight', row, asPaid: true });
    else if (await requestConfirmation(statusConfirmation(row, status)))
      change.mutate({
        to: status,
        version: row.version,
        undoTo: isUndoable(row.status, status) ? row.status : null,
      });
  };

  return (
    <StatusMenu
      label={LABEL}
      current={statusOption(change.isPending ? change.variables.to : row.status)}
      choices={nextStatuses(row, role).map((status) => nextOption(row, status))}
      onChoose={(status) => void choose(status)}
      isSaving={change.isPending}
    />
  );
}

function statusOption(value: TransportStatus) {
  return { value, label: TRANSPORT_STATUS_LABELS[value], color: TRANSPORT_STATUS_COLORS[value] };
}

/**
 * The option of the next status. For a transport on its way, the step to TO_BE_SETTLED also sets DELIVERED,
 * and the label names both statuses.
 */
function nextOption(row: TransportRow, status: TransportStatus) {
  const option = statusOption(status);
  return row.status === 'ON_THE_WAY' && status === 'TO_BE_SETTLED'
    ? { ...option, label: 'Dostarczony i do rozliczenia' }
    : option;
}
