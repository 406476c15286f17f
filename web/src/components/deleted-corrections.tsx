import type { InvoiceCheck } from '@spichlerz/shared/calls/invoices';
import { useQuery } from '@tanstack/react-query';
import { invoiceCheckQuery } from '../api/invoices.ts';
import { formatMoney } from '../words/format.ts';
import { Warning } from './warning.tsx';

type Corrections = InvoiceCheck['deletedCorrections'];

/** Returns a sentence such as `Korekta KX (−10,00 zł) zostanie usunięta razem z fakturą.` */
function sentenceOf(corrections: Corrections): string {
  const named = corrections
    .map(({ number, amount, currency }) => `${number} (${formatMoney(amount, currency)})`)
    .join(', ');
  return corrections.length === 1
    ? `Korekta ${named} zostanie usunięta razem z fakturą.`
    : `Korekty ${named} zostaną usunięte razem z fakturą.`;
}

export function DeletedCorrections({ corrections }: { corrections: Corrections }) {
  return corrections.length === 0 ? null : <Warning>{sentenceOf(corrections)}</Warning>;
}

type Props = { kind: 'PURCHASE' | 'SALES' | 'FREIGHT'; transportId: number };

/** Names the corrections that are deleted when the transport is removed from its invoice. */
export function CorrectionsOfReversedInvoice({ kind, transportId }: Props) {
  const { data } = useQuery(invoiceCheckQuery({ kind, transportIds: [transportId] }));
  return data === undefined ? null : <DeletedCorrections corrections={data.deletedCorrections} />;
}
