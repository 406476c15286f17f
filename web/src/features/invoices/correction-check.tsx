import { useQuery } from '@tanstack/react-query';
import { invoiceQuery } from '../../api/invoices.ts';
import { InvoiceWarnings } from '../../components/invoice-warnings.tsx';

type Props = {
  correctedId: number;
  /** The id of a stored correction. Missing for a new correction. */
  id?: number;
  number: string;
  issueDate: string;
  ksefNumber: string;
};

/**
 * Warns about the numbers of a correction. The check gets the transports of the corrected invoice, because a
 * correction has no transports.
 */
export function CorrectionCheck({ correctedId, id, ...typed }: Props) {
  const { data: corrected } = useQuery(invoiceQuery(correctedId));
  if (corrected === undefined) return null;
  return (
    <InvoiceWarnings
      kind={corrected.kind}
      transportIds={corrected.transports.map(({ transportId }) => transportId)}
      correction={id === undefined ? {} : { id }}
      mayJoin={false}
      dueDate={null}
      {...typed}
    />
  );
}
