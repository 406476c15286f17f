import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { ksefNumberOf } from '@spichlerz/shared/domain/ksef-number';
import { useQuery } from '@tanstack/react-query';
import { invoiceCheckQuery } from '../api/invoices.ts';
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

/** What a person should know before saving the typed invoice: the invoice it joins, and doubtful numbers. */
export function InvoiceCheck({ kind, transportIds, contractorId, number, issueDate, ksefNumber }: Props) {
  const [body] = useDebouncedValue(
    {
      kind,
      transportIds: [...transportIds],
      ...(contractorId === null || contractorId === undefined ? {} : { contractorId }),
      number: number.trim(),
      ...(issueDate === '' ? {} : { issueDate }),
      ksefNumber: ksefNumberOf(ksefNumber),
    },
    PAUSE_MS,
  );
  const { data } = useQuery({ ...invoiceCheckQuery(body), enabled: body.number !== '' });
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
