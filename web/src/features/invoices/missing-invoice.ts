import type { InvoiceRow } from '@spichlerz/shared/wire/invoices';
import { isNotFound } from '../../api/api-error.ts';
import { useInvalidateTopic } from '../../api/query-keys.ts';
import { SentenceError } from '../../components/explain-error.ts';

type NamedInvoice = Pick<InvoiceRow, 'number' | 'corrects'>;

/** The sentence about an invoice that no longer exists. The server deletes an invoice without transports. */
export const missingSentence = ({ number, corrects }: NamedInvoice): string =>
  corrects === null
    ? `Faktury ${number} już nie ma, bo nie został na niej żaden transport.`
    : `Korekty ${number} już nie ma, bo ją usunięto.`;

/**
 * Returns a function that waits for a call about an invoice. If the invoice no longer exists, the function
 * refetches the list below the dialog and throws a SentenceError.
 */
export function useInvoiceCall() {
  const invalidateTopic = useInvalidateTopic();
  return async <Result>(invoice: NamedInvoice, call: Promise<Result>): Promise<Result> => {
    try {
      return await call;
    } catch (error) {
      if (!isNotFound(error)) throw error;
      await invalidateTopic('settlement');
      throw new SentenceError(missingSentence(invoice));
    }
  };
}
