import type { TransportRow } from '@spichlerz/shared/calls/transports';
import { useQuery } from '@tanstack/react-query';
import { carrierQuery } from '../../api/carriers.ts';
import type { PaymentTerm } from '../../components/due-date.ts';

/**
 * The payment term of a freight: the term of its transport or, if the transport has none, the term of the
 * carrier. The printed transport order has the same term as the freight.
 */
export const freightTermOf = (row: TransportRow, carrierDays: number | null): PaymentTerm => ({
  dueDate: row.transportPaymentDate,
  deliveryDate: row.dateUnloading,
  paymentDays: row.carrierPaymentDays ?? carrierDays,
});

/** The payment days in a carrier's record, or null without a record or while it is loading. */
export function useCarrierDays(carrierId: number | null): { days: number | null; isLoading: boolean } {
  const { data, isLoading } = useQuery({ ...carrierQuery(carrierId ?? 0), enabled: carrierId !== null });
  return { days: (carrierId === null ? undefined : data)?.paymentDays ?? null, isLoading };
}
