import { changeTransportStatus, type TransportRow } from '@spichlerz/shared/calls/transports';
import { clearsFreight, type TransportStatus } from '@spichlerz/shared/domain/transport';
import { TRANSPORT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { call } from '../../api/call.ts';
import { CorrectionsOfReversedInvoice } from '../../components/deleted-corrections.tsx';
import { MailDialog } from '../../components/mail-dialog.tsx';
import { MailManyDialog } from '../../components/mail-many-dialog.tsx';
import { ReasonDialog, useReasonForm } from '../../components/reason-dialog.tsx';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { transportWithQuantity } from './dialog-transport.ts';
import { EditTransportDialog } from './form/edit-transport-dialog.tsx';
import { FreightDialog } from './freight-dialog.tsx';
import { JointFreightDialog } from './joint-freight-dialog.tsx';
import { MeasurementsDialog } from './measurements/measurements-dialog.tsx';
import { RedirectDialog } from './redirect-dialog.tsx';
import { dialogTransportOf, statusConflict } from './transport-texts.ts';
import { UnloadDialog, type UnloadStep } from './unload-dialog.tsx';
import { useStoredTransport } from './use-stored-transport.ts';

/** The open dialog and its rows. */
export type OpenedTransport =
  | { readonly kind: 'edit'; readonly row: TransportRow }
  | { readonly kind: 'redirect'; readonly row: TransportRow }
  | { readonly kind: 'measurements'; readonly row: TransportRow }
  | { readonly kind: 'mailOrder'; readonly row: TransportRow }
  | { readonly kind: 'mailOrders'; readonly rows: readonly TransportRow[] }
  | { readonly kind: 'freight'; readonly row: TransportRow; readonly asPaid?: true }
  | { readonly kind: 'jointFreight'; readonly rows: readonly TransportRow[] }
  | { readonly kind: 'unload'; readonly rows: readonly TransportRow[]; readonly to: UnloadStep }
  | { readonly kind: 'reopen'; readonly row: TransportRow; readonly to: TransportStatus };

export type OpenTransport = (opened: OpenedTransport) => void;

type Props = {
  opened: OpenedTransport | null;
  onClose: () => void;
  /** Called after an action on the selected rows. */
  onDone: () => void;
};

/** The dialogs of a list of transports; at most one is open. */
export function TransportDialogs({ opened, onClose, onDone }: Props) {
  if (opened === null) return null;
  if (opened.kind === 'edit') return <EditTransportDialog transport={opened.row} onClose={onClose} />;
  if (opened.kind === 'redirect') return <RedirectDialog transport={opened.row} onClose={onClose} />;
  if (opened.kind === 'measurements') {
    const { id, registrationNumber } = opened.row;
    return <MeasurementsDialog transportId={id} registrationNumber={registrationNumber} onClose={onClose} />;
  }
  if (opened.kind === 'mailOrder')
    return <MailDialog kind="TRANSPORT_ORDER" id={opened.row.id} onClose={onClose} />;
  if (opened.kind === 'mailOrders') {
    const items = opened.rows.map(({ id, registrationNumber }) => ({ id, name: registrationNumber }));
    const title = `Wyślij zlecenia e-mailem (${items.length})`;
    return (
      <MailManyDialog kind="TRANSPORT_ORDER" title={title} items={items} onClose={onClose} onDone={onDone} />
    );
  }
  if (opened.kind === 'freight') {
    return <FreightDialog transport={opened.row} asPaid={opened.asPaid} onClose={onClose} />;
  }
  if (opened.kind === 'jointFreight')
    return <JointFreightDialog transports={opened.rows} onClose={onClose} onDone={onDone} />;
  if (opened.kind === 'unload') {
    return (
      <UnloadDialog
        transports={opened.rows.map(dialogTransportOf)}
        to={opened.to}
        onClose={onClose}
        onDone={onDone}
      />
    );
  }
  return <ReopenTransport row={opened.row} to={opened.to} onClose={onClose} />;
}

type ReopenProps = { row: TransportRow; to: TransportStatus; onClose: () => void };

function ReopenTransport({ row, to, onClose }: ReopenProps) {
  const form = useReasonForm();
  const whyImpossible = (fresh: TransportRow) =>
    fresh.status === row.status ? null : statusConflict(row, fresh, 'nie można go już otworzyć ponownie');
  const { stored, save } = useStoredTransport(row, whyImpossible);
  return (
    <ReasonDialog
      form={form}
      title="Otworzyć transport ponownie?"
      message={`${transportWithQuantity(dialogTransportOf(row))}, wróci ze statusu „${TRANSPORT_STATUS_LABELS[row.status]}” do „${TRANSPORT_STATUS_LABELS[to]}”. ${clearsFreight(row.status, to) ? 'Kwota, numer i daty faktury za fracht zostaną usunięte; zachowa je historia zmian.' : 'Dane faktury za fracht zostaną zachowane.'}`}
      notice={
        clearsFreight(row.status, to) ? (
          <CorrectionsOfReversedInvoice kind="FREIGHT" transportId={row.id} />
        ) : null
      }
      disabledReason={whyImpossible(stored)}
      onConfirm={(reason) =>
        save(
          () =>
            call(changeTransportStatus, {
              body: { transportId: row.id, status: to, reason, version: stored.version },
            }),
          (fresh) => fresh.status === to,
        )
      }
      onSaved={() => notifySuccess(row.registrationNumber, 'Otwarto transport ponownie')}
      onClose={onClose}
    />
  );
}
