import { ApiError } from '../api/api-error.ts';

/** For a transport whose invoice data differ from an invoice that has a paid transport. */
export const INVOICE_IS_PAID =
  'Na fakturze o tym numerze opłacono już transport, więc jej numer i daty muszą zostać takie, jakie są.';

/**
 * Awaits a call that saves the invoice of one transport. The usual sentence of WRONG_STATUS is about the status of
 * the transport, which is not the cause if the error names a field.
 */
export async function explainPaidInvoice<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'WRONG_STATUS' || error.fields.length === 0)
      throw error;
    const fields = error.fields.map((field) => ({ ...field, sentence: INVOICE_IS_PAID }));
    throw new ApiError(error.status, error.code, { fields, requestId: error.requestId });
  }
}
