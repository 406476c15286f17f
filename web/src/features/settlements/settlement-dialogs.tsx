import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import type { ComponentType } from 'react';
import { ReopenDialog, useReopenForm } from '../../components/transport/reopen-dialog.tsx';
import { truckInNumbers } from '../../components/transport/truck.ts';
import { UnloadDialog } from '../../components/transport/unload-dialog.tsx';
import { notifySuccess } from '../../ui/notify.tsx';
import { formatMoney, orEmpty } from '../../words/format.ts';
import { InvoiceDialog, saveInvoice } from './invoice-dialog.tsx';
import { JointInvoiceDialog } from './joint-invoice-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { PurchaseSettlementDialog } from './purchase-settlement-dialog.tsx';
import { SaleSettlementDialog } from './sale-settlement-dialog.tsx';
import { ownSide, type SettlementRow, truckOf } from './settlement-row.ts';
import { useCurrentRows } from './use-current-rows.ts';
import { useSeenSettlement } from './use-seen-settlement.tsx';

/** Which dialog is open, and for what. */
export type OpenedSettlement =
  | { readonly kind: 'settle'; readonly row: SettlementRow }
  | { readonly kind: 'move'; readonly row: SettlementRow }
  | { readonly kind: 'invoice'; readonly row: SettlementRow }
  | { readonly kind: 'reopen'; readonly row: SettlementRow }
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
    return <UnloadDialog trucks={seen.map(truckOf)} to="TO_BE_SETTLED" onClose={onClose} onDone={onDone} />;
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
  if (opened.kind === 'reopen') {
    return <ReopenSettlement side={side} row={row} current={now} onClose={onClose} />;
  }
  const Settle = SETTLE_DIALOGS[side];
  return <Settle row={row} current={now} contract={contract} onClose={onClose} />;
}

function ReopenSettlement({ side, row, current, onClose }: Omit<SettleProps, 'contract'> & { side: Side }) {
  const form = useReopenForm();
  const seen = useSeenSettlement({
    form,
    row,
    current,
    // the reason is no part of what is stored
    valuesOf: () => form.getValues(),
    words: REASON,
    facts: ['weight', 'amount'],
  });
  // before a refusal it may be one's own step, whose answer got lost
  const isDone = seen.wasRefused && ownSide(side, current).status !== 'PAID';
  return (
    <ReopenDialog
      form={form}
      title="Otworzyć rozliczenie ponownie?"
      message={`${truckInNumbers(truckOf(current))}, ${formatMoney(current.amount, current.currency)}: rozliczenie wróci ze statusu „Opłacone” do „Zafakturowane”. Dane faktury zostaną zachowane.`}
      notice={seen.notice}
      refused={isDone ? 'Ktoś już otworzył to rozliczenie ponownie.' : null}
      onReopen={(reason) =>
        seen.save((version) => {
          // with what it says, so that a second try after a lost answer finds it done
          const of = version === current.version ? current : row;
          const { invoiceNumber, deliverDate, paymentDate } = ownSide(side, of);
          const kept = { invoiceNumber, deliverDate, paymentDate, details: of.details ?? undefined };
          return saveInvoice[side](row.settlementId, { ...kept, status: 'INVOICE', reason, version });
        })
      }
      onReopened={() => notifySuccess(row.registrationNumber, 'Otwarto rozliczenie ponownie')}
      onClose={onClose}
    />
  );
}

const REASON = { reason: { label: 'Powód', show: orEmpty } };
