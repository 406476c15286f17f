import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { ksefNumberOf } from '@spichlerz/shared/domain/ksef-number';
import { INVOICE_TRANSPORTS_MAX } from '@spichlerz/shared/domain/settlement';
import { useQuery } from '@tanstack/react-query';
import { invoiceCheckQuery } from '../api/invoices.ts';
import { isDay } from '../ui/field/parse-day.ts';
import { TEXT_MAX } from '../ui/form/rules.ts';
import { COUNTED, counted } from '../words/plural.ts';
import { Warning } from './warning.tsx';

type Props = {
  kind: 'PURCHASE' | 'SALES' | 'FREIGHT';
  transportIds: readonly number[];
  /** The chosen carrier of a freight. */
  contractorId?: number | null | undefined;
  /** The typed values. */
  number: string;
  issueDate: string;
  ksefNumber: string;
};

const PAUSE_MS = 300;

/** What the call takes; the form refuses a longer number, and few invoices have more transports. */
const isCheckable = ({ number, transportIds }: { number: string; transportIds: readonly number[] }) =>
  number !== '' && number.length <= TEXT_MAX && transportIds.length <= INVOICE_TRANSPORTS_MAX;

/** What a person should know before saving the typed invoice: the invoice it joins, and doubtful numbers. */
export function InvoiceCheck({ kind, transportIds, contractorId, number, issueDate, ksefNumber }: Props) {
  const [body] = useDebouncedValue(
    {
      kind,
      transportIds: [...transportIds],
      ...(contractorId === null || contractorId === undefined ? {} : { contractorId }),
      number: number.trim(),
      // a day that is being typed is no day yet
      ...(isDay(issueDate) ? { issueDate } : {}),
      ksefNumber: ksefNumberOf(ksefNumber),
    },
    PAUSE_MS,
  );
  const { data } = useQuery({ ...invoiceCheckQuery(body), enabled: isCheckable(body) });
  if (data === undefined) return null;
  const { joined, sellerNip, numberUsedBy } = data;
  return (
    <>
      {joined === null ? null : (
        <Text fz="sm" component="output">
          {`Faktura ${joined.number} obejmuje już ${counted(joined.otherTransports, COUNTED.transports)}. Daty i numer KSeF są wspólne; puste pole zostawia te z faktury.${joined.isPaid ? ' Jest opłacona: z nowym transportem będzie znów nieopłacona.' : ''}`}
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
