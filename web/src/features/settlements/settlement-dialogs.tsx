import { settlePurchase } from '@spichlerz/shared/calls/settlements';
import {
  type SettlementStatus,
  STATUS_BEFORE_INVOICE,
  whyNotSaveOptions,
  whyNotSettlePurchase,
} from '@spichlerz/shared/domain/settlement';
import { type BySide, INVOICE_KIND, type Side } from '@spichlerz/shared/domain/side';
import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import { orEmpty } from '@spichlerz/shared/words/figures';
import { SETTLEMENT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { call } from '../../api/call.ts';
import { settlementListQuery } from '../../api/settlements.ts';
import { CorrectionsOfReversedInvoice } from '../../components/deleted-corrections.tsx';
import { ReasonDialog, useReasonForm } from '../../components/reason-dialog.tsx';
import { useFirstDefined } from '../../ui/hooks/use-first-defined.ts';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { formatMoney } from '../../words/format.ts';
import { MeasurementsDialog } from '../transports/measurements/measurements-dialog.tsx';
import { UnloadDialog } from '../transports/unload-dialog.tsx';
import { JointInvoiceDialog } from './joint-invoice-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { PurchaseSettlementDialog } from './purchase-settlement-dialog.tsx';
import { type SettleByHandProps, storedSettlementQuery } from './rule-terms.ts';
import { RulesSettlementDialog } from './rules-settlement-dialog.tsx';
import { SaleSettlementDialog } from './sale-settlement-dialog.tsx';
import { reverseInvoice, SettlementInvoiceDialog, saveInvoice } from './settlement-invoice-dialog.tsx';
import { dialogTransportOf, isSplit, ownSide, type SettlementRow, withIds } from './settlement-row.ts';
import { transportWithPaidQuantity } from './settlement-texts.ts';
import { StatementsDialog } from './statements-dialog.tsx';
import { useVersionedSettlement } from './use-versioned-settlement.tsx';

/**
 * The reversals of customer decisions 3: a paid side is re-opened, or an invoice or a
 * sent settlement is reversed.
 */
type ReversalKind = 'reopen' | 'reverseInvoice' | 'reverseStatement';

/** The open dialog and its rows. */
export type OpenedSettlement =
  | { readonly kind: 'settle'; readonly row: SettlementRow }
  | { readonly kind: 'measurements'; readonly row: SettlementRow }
  | { readonly kind: 'statements'; readonly row: SettlementRow }
  | { readonly kind: 'move'; readonly row: SettlementRow }
  | { readonly kind: 'invoice'; readonly row: SettlementRow }
  | { readonly kind: ReversalKind; readonly row: SettlementRow }
  | { readonly kind: 'jointInvoice'; readonly rows: readonly SettlementRow[] }
  | { readonly kind: 'release'; readonly rows: readonly SettlementRow[] };

export type OpenSettlement = (opened: OpenedSettlement) => void;

const SETTLE_DIALOGS: BySide<ComponentType<SettleByHandProps>> = {
  purchase: PurchaseSettlementDialog,
  sales: SaleSettlementDialog,
};

type Props = {
  side: Side;
  contract: ContractRecord;
  /** The rows of the list as they are stored now. */
  rows: readonly SettlementRow[];
  opened: OpenedSettlement | null;
  onClose: () => void;
  /** Called after an action on the selected rows. */
  onDone: () => void;
};

/** The dialogs of a list of settlements; at most one is open. */
export function SettlementDialogs({ opened, ...props }: Props) {
  if (opened === null) return null;
  if (opened.kind === 'statements') {
    const { transportId, registrationNumber } = opened.row;
    return (
      <StatementsDialog
        side={props.side}
        transportId={transportId}
        registrationNumber={registrationNumber}
        onClose={props.onClose}
      />
    );
  }
  return <OpenDialog opened={opened} {...props} />;
}

type OpenProps = Props & { opened: Exclude<OpenedSettlement, { kind: 'statements' }> };

function OpenDialog({ side, contract, rows, opened, onClose, onDone }: OpenProps) {
  const rowsOfDialog = 'rows' in opened ? opened.rows : [opened.row];
  const current = useCurrentRows(side, rows, rowsOfDialog);
  if (opened.kind === 'release') {
    return (
      <UnloadDialog
        transports={rowsOfDialog.map(dialogTransportOf)}
        to="TO_BE_SETTLED"
        onClose={onClose}
        onDone={onDone}
      />
    );
  }
  if (opened.kind === 'measurements') {
    const { transportId, registrationNumber } = opened.row;
    return (
      <MeasurementsDialog
        transportId={transportId}
        registrationNumber={registrationNumber}
        onClose={onClose}
      />
    );
  }
  if (opened.kind === 'jointInvoice') {
    return <JointInvoiceDialog side={side} rows={current} onClose={onClose} onDone={onDone} />;
  }
  const { row } = opened;
  const [now = row] = current;
  if (opened.kind === 'move') {
    return <MoveDialog side={side} opened={row} current={now} onClose={onClose} />;
  }
  if (opened.kind === 'invoice') {
    return (
      <SettlementInvoiceDialog side={side} row={row} current={now} contract={contract} onClose={onClose} />
    );
  }
  if (opened.kind !== 'settle') {
    return <ReversalDialog kind={opened.kind} side={side} row={row} current={now} onClose={onClose} />;
  }
  return <SettleDialog side={side} row={row} current={now} contract={contract} onClose={onClose} />;
}

const WHY_NOT_SETTLE: BySide<(row: SettlementRow) => string | null> = {
  purchase: (row) => whyNotSettlePurchase(row.purchaseSettlementStatus),
  sales: (row) => whyNotSaveOptions(row.salesSettlementStatus),
};

const canSettle = (side: Side, row: SettlementRow) =>
  WHY_NOT_SETTLE[side](row) === null && !isSplit(side, row);

type SettleProps = SettleByHandProps & { side: Side };

/**
 * Opens the settlement by the rules of the contract. Opens the settlement by hand if the contract has no rules,
 * if they could not be loaded, if the side can no longer be settled, or if the sale is split. The dialog that
 * opened stays, because replacing it would lose the typed input.
 */
function SettleDialog(props: SettleProps) {
  const { side, row } = props;
  const isOpen = canSettle(side, row);
  const { data, isError, isFetchedAfterMount } = useQuery({
    ...storedSettlementQuery(side, row),
    enabled: isOpen,
  });
  const [isByHand, setByHand] = useState(false);
  const hasFailed = isError && data === undefined;
  const opened = useFirstDefined(!isOpen || hasFailed ? null : isFetchedAfterMount ? data : undefined);
  const Settle = SETTLE_DIALOGS[side];
  if (opened === null) return <Settle {...props} />;
  // the dialog opens after the rules have loaded, because its first field, which gets the
  // focus, depends on the rules
  if (opened === undefined) return null;
  const { terms } = opened;
  // the data are null after another user has reverted the delivery; the server then rejects the save
  const stored = data ?? opened;
  if (terms === null || isByHand || !canSettle(side, opened))
    return <Settle {...props} row={opened} current={stored} />;
  return (
    <RulesSettlementDialog
      {...props}
      row={{ ...opened, terms }}
      current={{ ...stored, terms: stored.terms ?? terms }}
      onByHand={() => setByHand(true)}
    />
  );
}

type ReversalProps = Omit<SettleByHandProps, 'contract'> & { side: Side; kind: ReversalKind };

function ReversalDialog({ kind, side, row, current, onClose }: ReversalProps) {
  const step = REVERSALS[kind];
  const form = useReasonForm();
  const versioned = useVersionedSettlement({
    side,
    form,
    row,
    current,
    // the only field is the reason, which is not part of the stored row
    valuesOf: () => form.getValues(),
    descriptions: REASON,
    facts: ['weight', 'amount'],
    whyImpossible: (stored) => (ownSide(side, stored).status === step.from ? null : step.wasDone),
  });
  return (
    <ReasonDialog
      form={form}
      title={step.title}
      message={`${transportWithPaidQuantity(current)}, ${formatMoney(current.amount, current.currency)}: ${step.effect(side, current)}`}
      notice={
        <>
          {versioned.notice}
          {kind === 'reverseInvoice' ? (
            <CorrectionsOfReversedInvoice kind={INVOICE_KIND[side]} transportId={row.transportId} />
          ) : null}
        </>
      }
      disabledReason={versioned.disabledReason}
      saveLabel={step.saveLabel}
      onConfirm={(reason) =>
        versioned.save((base) => step.send(side, base, { reason, version: base.version }))
      }
      onSaved={() => notifySuccess(row.registrationNumber, step.done)}
      onClose={onClose}
    />
  );
}

type Reversal = {
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

const REVERSALS: Readonly<Record<ReversalKind, Reversal>> = {
  reopen: {
    from: 'PAID',
    title: 'Otworzyć rozliczenie ponownie?',
    effect: () =>
      'rozliczenie wróci ze statusu „Opłacone” do „Zafakturowane”. Dane faktury zostaną zachowane.',
    saveLabel: 'Otwórz ponownie',
    done: 'Otwarto rozliczenie ponownie',
    wasDone: 'Ktoś już otworzył to rozliczenie ponownie.',
    // sends the stored values, so that the server recognizes a retry after a lost response
    send: (side, row, sent) => {
      const { invoiceNumber, deliverDate, paymentDate } = ownSide(side, row);
      const stored = { invoiceNumber, deliverDate, paymentDate, details: row.details };
      return saveInvoice[side](row.settlementId, { ...stored, ...sent, status: 'INVOICE' });
    },
  },
  reverseInvoice: {
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
    send: (side, { settlementId }, sent) => reverseInvoice[side](settlementId, sent),
  },
  reverseStatement: {
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

/**
 * The rows of an open dialog as they are stored now. A settlement that is no longer in the list is queried
 * separately: after another user's save it may not match the filter, be on another page or belong to another
 * contract.
 */
function useCurrentRows(
  side: Side,
  listed: readonly SettlementRow[],
  opened: readonly SettlementRow[],
): readonly SettlementRow[] {
  const shown = new Map(listed.map((row) => [row.id, row]));
  const { data } = useQuery({
    ...settlementListQuery(side, {
      transportId: opened.map(({ transportId }) => transportId),
      limit: Math.max(opened.length, 1),
    }),
    select: withIds,
    enabled: opened.some(({ id }) => !shown.has(id)),
  });
  const alone = new Map(data?.list.map((row) => [row.id, row]));
  return opened.map((row) => shown.get(row.id) ?? alone.get(row.id) ?? row);
}
