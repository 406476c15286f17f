import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { ksefNumberOf } from '@spichlerz/shared/domain/ksef-number';
import { INVOICE_TRANSPORTS_MAX } from '@spichlerz/shared/domain/settlement';
import { useQuery } from '@tanstack/react-query';
import { invoiceCheckQuery } from '../api/invoices.ts';
import { isDay } from '../ui/field/parse-day.ts';
import { TEXT_MAX } from '../ui/form/rules.ts';
import { formatMoney } from '../words/format.ts';
import { COUNTED, counted } from '../words/plural.ts';
import { Warning } from './warning.tsx';

type Props = {
  kind: 'PURCHASE' | 'SALES' | 'FREIGHT';
  transportIds: readonly number[];
  /** The selected carrier of a freight invoice. */
  contractorId?: number | null | undefined;
  /** The typed values. */
  number: string;
  issueDate: string;
  ksefNumber: string;
  /** Whether saving would hang transports on another invoice of the number, or else be refused. */
  mayJoin?: boolean;
};

const PAUSE_MS = 300;

/** The limits of the call; the form rejects longer numbers, and few invoices have more transports. */
const isCheckable = ({ number, transportIds }: { number: string; transportIds: readonly number[] }) =>
  number !== '' && number.length <= TEXT_MAX && transportIds.length <= INVOICE_TRANSPORTS_MAX;

/** Warnings before the typed invoice is saved: the invoice that the transports would join, and unusual numbers. */
export function InvoiceCheck({
  kind,
  transportIds,
  contractorId,
  number,
  issueDate,
  ksefNumber,
  mayJoin = true,
}: Props) {
  const [body] = useDebouncedValue(
    {
      kind,
      transportIds: [...transportIds],
      ...(contractorId === null || contractorId === undefined ? {} : { contractorId }),
      number: number.trim(),
      // an incomplete date is not sent
      ...(isDay(issueDate) ? { issueDate } : {}),
      ksefNumber: ksefNumberOf(ksefNumber),
    },
    PAUSE_MS,
  );
  const { data } = useQuery({ ...invoiceCheckQuery(body), enabled: isCheckable(body) });
  if (data === undefined) return null;
  const { joined, corrections, sellerNip, numberUsedBy } = data;
  return (
    <>
      {joined === null ? null : mayJoin ? (
        <Text fz="sm" component="output">
          {`Faktura ${joined.number} obejmuje też ${counted(joined.otherTransports, COUNTED.otherTransports)}. Daty i numer KSeF są wspólne; puste pole zostawia te z faktury.${joined.isPaid ? ' Jest opłacona: z nowym transportem będzie znów nieopłacona.' : ''}`}
        </Text>
      ) : (
        <Warning>{`Numer ${joined.number} ma już inna faktura tego kontrahenta.`}</Warning>
      )}
      {corrections === null || !mayJoin ? null : (
        <Text fz="sm" component="output">
          {`Korekty faktury ${body.number}: razem ${formatMoney(corrections.amount, corrections.currency)}. Są opłacane razem z nią.`}
        </Text>
      )}
      {sellerNip === null ? null : (
        <Warning>{`Numer KSeF zaczyna się od innego NIP niż NIP sprzedawcy (${sellerNip}). Sprawdź numer.`}</Warning>
      )}
      {numberUsedBy === null ? null : (
        <Warning>{`Numer ${body.number} ma już faktura dla kontrahenta ${numberUsedBy}. Sprawdź numer, bo to nasza numeracja.`}</Warning>
      )}
    </>
  );
}
