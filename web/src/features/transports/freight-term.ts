import type { TransportRow } from '@spichlerz/shared/calls/transports';
import { useQuery } from '@tanstack/react-query';
import { carrierQuery } from '../../api/carriers.ts';
import type { PaymentTerm } from '../../components/due-date.ts';

/** The payment term of a freight: of its transport, or else of the carrier, as on the printed transport order. */
export const freightTermOf = (row: TransportRow, carrierDays: number | null): PaymentTerm => ({
  dueDate: row.transportPaymentDate,
  deliveryDate: row.dateUnloading,
  paymentDays: row.carrierPaymentDays ?? carrierDays,
});

/** The payment days of a carrier's record, null without a record or until it is loaded. */
export function useCarrierDays(carrierId: number | null): { days: number | null; isLoading: boolean } {
  const { data, isLoading } = useQuery({ ...carrierQuery(carrierId ?? 0), enabled: carrierId !== null });
  return { days: (carrierId === null ? undefined : data)?.paymentDays ?? null, isLoading };
}
