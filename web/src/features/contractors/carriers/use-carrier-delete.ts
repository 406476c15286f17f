import type { CarrierRecord } from '@spichlerz/shared/wire/carriers';
import { useQueryClient } from '@tanstack/react-query';
import { carrierQuery, deleteCarrier } from '../../../api/carriers.ts';
import { useInvalidateTopic } from '../../../api/query-keys.ts';
import { deleteUnlessUsed } from '../../../components/save/delete-unless-used.ts';
import { confirmAction } from '../../../ui/overlay/confirm.ts';
import { notifySuccess } from '../../../ui/overlay/notify.tsx';
import { counted, NOUN_FORMS } from '../../../words/plural.ts';

/** The reason why the carrier cannot be deleted, or null. */
export const carrierInUse = ({ transportCount }: Pick<CarrierRecord, 'transportCount'>): string | null =>
  transportCount === 0
    ? null
    : `Ten przewoźnik ma ${counted(transportCount, NOUN_FORMS.transports)}. Dlatego nie można go usunąć.`;

/**
 * Asks for confirmation and deletes a carrier. If transports refer to the carrier, a notification gives their
 * number. `onDeleted` leaves the carrier's page.
 */
export function useCarrierDelete(
  onDeleted: () => Promise<void> = () => Promise.resolve(),
): (carrier: { readonly id: number; readonly companyName: string }) => void {
  const invalidateTopic = useInvalidateTopic();
  const client = useQueryClient();
  return ({ id, companyName }) =>
    confirmAction({
      title: 'Usunąć przewoźnika?',
      message: `Przewoźnik ${companyName} zostanie usunięty razem z kontaktami. Tej czynności nie można cofnąć.`,
      confirmLabel: 'Usuń',
      danger: true,
      action: async () => {
        const isDeleted = await deleteUnlessUsed({
          name: companyName,
          remove: () => deleteCarrier(id),
          readReason: async () =>
            carrierInUse(await client.fetchQuery({ ...carrierQuery(id), staleTime: 0 })),
        });
        if (isDeleted) await onDeleted();
        await invalidateTopic('contractor');
        if (isDeleted) notifySuccess(companyName, 'Usunięto przewoźnika');
      },
    });
}
