import { ApiError } from '../../../api/api-error.ts';
import { SentenceError } from '../../../components/explain-error.ts';

const PAID =
  'Przewoźnik miałby dwie faktury za fracht o tym samym numerze, a na opłaconej zmieniłaby się data lub zapis numeru. Uzgodnij daty i numer na liście faktur albo zmień tam jeden z numerów.';
const CORRECTED =
  'Przewoźnik miałby dwie faktury za fracht o tym samym numerze, a korekta jednej z nich zostałaby usunięta. Zmień jeden z numerów na liście faktur.';
const DUPLICATED =
  'Przewoźnik miałby korektę i drugą fakturę lub korektę o tym samym numerze. Zmień jeden z numerów na liście faktur.';

/** Replaces the error of a rejected link by a sentence about the freight invoices that prevent the link. */
export function carrierLinkError(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  if (error.code === 'WRONG_STATUS') return new SentenceError(PAID);
  const isAboutInvoices = error.fields.some(({ path }) => path === 'names');
  if (!isAboutInvoices) return error;
  if (error.code === 'CONFLICT') return new SentenceError(CORRECTED);
  return error.code === 'VALUE_IS_DUPLICATED' ? new SentenceError(DUPLICATED) : error;
}
