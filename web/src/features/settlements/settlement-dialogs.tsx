import { settlePurchase } from '@spichlerz/shared/calls/settlements';
import { type SettlementStatus, STATUS_BEFORE_INVOICE } from '@spichlerz/shared/domain/settlement';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import { SETTLEMENT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import type { ComponentType } from 'react';
import { call } from '../../api/call.ts';
import { transportWithQuantity } from '../../components/transport/dialog-transport.ts';
import { ReopenDialog, useReopenForm } from '../../components/transport/reopen-dialog.tsx';
import { UnloadDialog } from '../../components/transport/unload-dialog.tsx';
import { notifySuccess } from '../../ui/notify.tsx';
import { formatMoney, orEmpty } from '../../words/format.ts';
import { InvoiceDialog, saveInvoice, takeInvoiceBack } from './invoice-dialog.tsx';
import { JointInvoiceDialog } from './joint-invoice-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { PurchaseSettlementDialog } from './purchase-settlement-dialog.tsx';
import { SaleSettlementDialog } from './sale-settlement-dialog.tsx';
import { dialogTransportOf, ownSide, type SettlementRow } from './settlement-row.ts';
import { useCurrentRows } from './use-current-rows.ts';
import { useVersionedSettlement } from './use-seen-settlement.tsx';

/** Steps back of decisions 3: re-opening a paid side, taking back an invoice or a supplier's statement. */
type StepBack = 'reopen' | 'takeInvoiceBack' | 'takeStatementBack';

/** Which dialog is open, and for what. */
export type OpenedSettlement =
  | { readonly kind: 'settle'; readonly row: SettlementRow }
  | { readonly kind: 'move'; readonly row: SettlementRow }
  | { readonly kind: 'invoice'; readonly row: SettlementRow }
  | { readonly kind: StepBack; readonly row: SettlementRow }
  | { readonly kind: 'jointInvoice'; readonly rows: readonly SettlementRow[] }
  | { readonly kind: 'release'; readonly rows: readonly SettlementRow[] };

export type OpenSettlement = (opened: OpenedSettlement) => void;

type SettleProps = {
  row: SettlementRow;
  /** As it is stored by now. */
  current: SettlementRow;
  contract: ContractRecord;
  onClose: () => void;
};

const SETTLE_DIALOGS: BySide<ComponentType<SettleProps>> = {
  purchase: PurchaseSettlementDialog,
  sales: SaleSettlementDialog,
};

type Props = {
  side: Side;
  contract: ContractRecord;
  /** What the list shows now, under an open dialog too. */
  rows: readonly SettlementRow[];
  opened: OpenedSettlement | null;
  onClose: () => void;
  /** After something was done to the chosen rows. */
  onDone: () => void;
};

/** The dialogs of a list of settlements, at most one of them open. */
export function SettlementDialogs({ opened, ...props }: Props) {
  return opened === null ? null : <OpenDialog opened={opened} {...props} />;
}

type OpenProps = Props & { opened: OpenedSettlement };

function OpenDialog({ side, contract, rows, opened, onClose, onDone }: OpenProps) {
  const seen = 'rows' in opened ? opened.rows : [opened.row];
  const current = useCurrentRows(side, rows, seen);
  if (opened.kind === 'release') {
    return (
      <UnloadDialog
        transports={seen.map(dialogTransportOf)}
        to="TO_BE_SETTLED"
        onClose={onClose}
        onDone={onDone}
      />
    );
  }
  if (opened.kind === 'jointInvoice') {
    const joint = { side, contract, onClose, onDone };
    return <JointInvoiceDialog {...joint} rows={current} />;
  }
  const { row } = opened;
  const [now = row] = current;
  if (opened.kind === 'move') {
    return <MoveDialog side={side} opened={row} current={now} onClose={onClose} />;
  }
  if (opened.kind === 'invoice') {
    return <InvoiceDialog side={side} row={row} current={now} contract={contract} onClose={onClose} />;
  }
  if (opened.kind !== 'settle') {
    return <StepBackDialog kind={opened.kind} side={side} row={row} current={now} onClose={onClose} />;
  }
  const Settle = SETTLE_DIALOGS[side];
  return <Settle row={row} current={now} contract={contract} onClose={onClose} />;
}

type StepBackProps = Omit<SettleProps, 'contract'> & { side: Side; kind: StepBack };

function StepBackDialog({ kind, side, row, current, onClose }: StepBackProps) {
  const step = STEPS_BACK[kind];
  const form = useReopenForm();
  const seen = useVersionedSettlement({
    form,
    row,
    current,
    // the reason is no part of what is stored
    valuesOf: () => form.getValues(),
    words: REASON,
    facts: ['weight', 'amount'],
  });
  // before a refusal it may be one's own step, whose answer got lost
  const isDone = seen.wasRefused && ownSide(side, current).status !== step.from;
  return (
    <ReopenDialog
      form={form}
      title={step.title}
      message={`${transportWithQuantity(dialogTransportOf(current))}, ${formatMoney(current.amount, current.currency)}: ${step.effect(side, current)}`}
      notice={seen.notice}
      disabledReason={isDone ? step.wasDone : null}
      saveLabel={step.saveLabel}
      onReopen={(reason) =>
        seen.save((version) =>
          step.send(side, version === current.version ? current : row, { reason, version }),
        )
      }
      onReopened={() => notifySuccess(row.registrationNumber, step.done)}
      onClose={onClose}
    />
  );
}

type Step = {
  readonly from: SettlementStatus;
  readonly title: string;
  readonly effect: (side: Side, row: SettlementRow) => string;
  readonly saveLabel: string;
  readonly done: string;
  readonly wasDone: string;
  readonly send: (
    side: Side,
    row: SettlementRow,
    sent: { reason: string; version: number },
  ) => Promise<unknown>;
};

const STEPS_BACK: Readonly<Record<StepBack, Step>> = {
  reopen: {
    from: 'PAID',
    title: 'Otworzyć rozliczenie ponownie?',
    effect: () =>
      'rozliczenie wróci ze statusu „Opłacone” do „Zafakturowane”. Dane faktury zostaną zachowane.',
    saveLabel: 'Otwórz ponownie',
    done: 'Otwarto rozliczenie ponownie',
    wasDone: 'Ktoś już otworzył to rozliczenie ponownie.',
    // with the stored values, so that a second try after a lost response finds it done
    send: (side, row, sent) => {
      const { invoiceNumber, deliverDate, paymentDate } = ownSide(side, row);
      const kept = { invoiceNumber, deliverDate, paymentDate, details: row.details };
      return saveInvoice[side](row.settlementId, { ...kept, ...sent, status: 'INVOICE' });
    },
  },
  takeInvoiceBack: {
    from: 'INVOICE',
    title: 'Cofnąć fakturę?',
    effect: (side, row) => {
      const status = SETTLEMENT_STATUS_LABELS[STATUS_BEFORE_INVOICE[side]];
      const number = ownSide(side, row).invoiceNumber ?? '';
      return `rozliczenie wróci ze statusu „Zafakturowane” do „${status}”. Numer faktury ${number} i termin płatności zostaną usunięte; zachowa je historia zmian.`;
    },
    saveLabel: 'Cofnij fakturę',
    done: 'Cofnięto fakturę',
    wasDone: 'Ktoś już zmienił status tego rozliczenia.',
    send: (side, { settlementId }, sent) => takeInvoiceBack[side](settlementId, sent),
  },
  takeStatementBack: {
    from: 'SETTLED',
    title: 'Cofnąć rozliczenie zakupu?',
    effect: () =>
      'rozliczenie wróci ze statusu „Rozliczenie wysłane” do „Do rozliczenia”. Wysłaną ilość i kwotę zachowa historia zmian.',
    saveLabel: 'Cofnij rozliczenie',
    done: 'Cofnięto rozliczenie zakupu',
    wasDone: 'Ktoś już zmienił status tego rozliczenia.',
    send: (_side, { transportId }, sent) =>
      call(settlePurchase, { body: { transportId, purchaseSettlementStatus: 'TO_BE_SETTLED', ...sent } }),
  },
};

const REASON = { reason: { label: 'Powód', show: orEmpty } };
