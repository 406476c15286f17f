import { Text } from '@mantine/core';
import { formatMoney } from '../words/format.ts';
import { counted, NOUN_FORMS } from '../words/plural.ts';
import { DeletedCorrections } from './deleted-corrections.tsx';
import { dueDateWarning } from './due-date.ts';
import { type TypedInvoice, useInvoiceCheck } from './use-invoice-check.ts';
import { Warning } from './warning.tsx';

type Props = TypedInvoice & {
  /**
   * Null for a correction, which needs no warning: it keeps the due date of the corrected invoice and is often
   * issued after this date.
   */
  dueDate: string | null;
  /**
   * Whether the typed number may be that of an existing invoice, which the transports then join. If not, the
   * server rejects such a number.
   */
  mayJoin?: boolean;
};

/**
 * Warnings before the typed invoice is saved: about its dates, unusual numbers, and the invoice that the
 * transports would join.
 */
export function InvoiceWarnings({ dueDate, ...typed }: Props) {
  const warning = dueDate === null ? null : dueDateWarning(typed.issueDate, dueDate);
  return (
    <>
      {warning === null ? null : <Warning>{warning}</Warning>}
      <NumberCheck {...typed} />
    </>
  );
}

function NumberCheck({ mayJoin = true, ...typed }: Omit<Props, 'dueDate'>) {
  const { check, number } = useInvoiceCheck(typed);
  if (check === undefined) return null;
  const { joined, corrections, deletedCorrections, sellerNip, ksefNumberUsedBy, numberUsedBy } = check;
  const { isCorrectionNumber } = check;
  return (
    <>
      {joined === null ? null : mayJoin ? (
        <Text fz="sm" component="output">
          {`Faktura ${joined.number} obejmuje też ${counted(joined.otherTransports, NOUN_FORMS.otherTransports)}. Daty i numer KSeF są wspólne; puste pole zostawia te z faktury.${joined.isPaid ? ' Jest opłacona: z nowym transportem będzie znów nieopłacona.' : ''}`}
        </Text>
      ) : (
        <Warning>{`Numer ${joined.number} ma już inna faktura tego kontrahenta.`}</Warning>
      )}
      {isCorrectionNumber ? (
        <Warning>{`Numer ${number} ma już korekta faktury tego kontrahenta. Wpisz inny numer.`}</Warning>
      ) : null}
      {corrections === null || !mayJoin ? null : (
        <Text fz="sm" component="output">
          {`Korekty faktury ${number}: razem ${formatMoney(corrections.amount, corrections.currency)}. Są opłacane razem z nią.`}
        </Text>
      )}
      {mayJoin && number !== '' ? <DeletedCorrections corrections={deletedCorrections} /> : null}
      {sellerNip === null ? null : (
        <Warning>{`Numer KSeF zaczyna się od innego NIP niż NIP sprzedawcy (${sellerNip}). Sprawdź numer.`}</Warning>
      )}
      {ksefNumberUsedBy === null ? null : (
        <Warning>{`Ten numer KSeF ma już faktura ${ksefNumberUsedBy.number} (${ksefNumberUsedBy.contractor}). Sprawdź numer.`}</Warning>
      )}
      {numberUsedBy === null ? null : (
        <Warning>{`Numer ${number} ma już faktura dla kontrahenta ${numberUsedBy}. Sprawdź numer, bo to nasza numeracja.`}</Warning>
      )}
    </>
  );
}
