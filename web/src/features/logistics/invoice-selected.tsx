import type { TransportRow } from '@spichlerz/shared/calls/transports';
import { isInvoiceable } from '@spichlerz/shared/domain/settlement';
import { type BySide, SIDES, type Side } from '@spichlerz/shared/domain/side';
import { useQuery } from '@tanstack/react-query';
import { settlementListQuery } from '../../api/settlements.ts';
import { ButtonWithReason } from '../../ui/button-with-reason.tsx';
import type { SelectedRows } from '../../ui/table/use-selection.ts';
import { JointInvoiceDialog } from '../settlements/joint-invoice-dialog.tsx';
import { INVOICE_TITLES } from '../settlements/settlement-invoice-dialog.tsx';
import { withIds } from '../settlements/settlement-row.ts';
import { NOT_INVOICEABLE, PAID_STAYS } from '../settlements/settlement-texts.ts';

/** The transports in an open dialog of a joint invoice. */
export type InvoicedTransports = {
  readonly side: Side;
  readonly rows: readonly TransportRow[];
  /** Called after the invoice is saved. */
  readonly onDone: () => void;
};

type Props = { selection: SelectedRows<TransportRow>; onOpen: (opened: InvoicedTransports) => void };

/**
 * Buttons that enter a joint invoice for the selected transports: from their supplier or to their recipient.
 */
export function InvoiceSelected({ selection: { rows, clear }, onOpen }: Props) {
  if (rows.length === 0) return null;
  return SIDES.map((side) => (
    <ButtonWithReason
      key={side}
      variant="light"
      disabledReason={whyNotInvoiceTogether(side, rows)}
      onClick={() => onOpen({ side, rows, onDone: clear })}
    >
      {`${INVOICE_TITLES[side]} (${rows.length})`}
    </ButtonWithReason>
  ));
}

/** The dialog of a joint invoice. */
export function InvoiceOfTransports({
  side,
  rows,
  onDone,
  onClose,
}: InvoicedTransports & { onClose: () => void }) {
  const { data } = useQuery({
    ...settlementListQuery(side, { transportId: rows.map(({ id }) => id), limit: rows.length }),
    select: withIds,
  });
  if (data === undefined) return null;
  return <JointInvoiceDialog side={side} rows={data.list} onClose={onClose} onDone={onDone} />;
}

const STATUS: BySide<(row: TransportRow) => TransportRow['purchaseSettlementStatus']> = {
  purchase: (row) => row.purchaseSettlementStatus,
  sales: (row) => row.salesSettlementStatus,
};

const TERMS: BySide<(row: TransportRow) => { contractor: { id: number; name: string }; currency: string }> = {
  purchase: (row) => ({ contractor: row.purchaseSupplier, currency: row.purchaseCurrency }),
  sales: (row) => ({ contractor: row.salesRecipient, currency: row.salesCurrency }),
};

const OTHERS: BySide<string> = {
  purchase: 'Zaznaczone transporty są od różnych dostawców',
  sales: 'Zaznaczone transporty są do różnych odbiorców',
};

/** The reason why no joint invoice can be entered, or null. */
function whyNotInvoiceTogether(side: Side, rows: readonly TransportRow[]): string | null {
  for (const row of rows) {
    const status = STATUS[side](row);
    if (status === 'PAID') return `Transport ${row.registrationNumber}. ${PAID_STAYS}`;
    if (status === null || !isInvoiceable(side, status))
      return `Transport ${row.registrationNumber}. ${NOT_INVOICEABLE[side]}`;
  }
  const terms = rows.map(TERMS[side]);
  // compared by id, because two contractors may have the same name
  const names = new Map(terms.map(({ contractor }) => [contractor.id, contractor.name]));
  if (names.size > 1) return `${OTHERS[side]}: ${[...names.values()].join(', ')}.`;
  return new Set(terms.map(({ currency }) => currency)).size > 1
    ? 'Kontrakty zaznaczonych transportów są w różnych walutach.'
    : null;
}
