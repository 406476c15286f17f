import { deleteCarrier } from '../../../api/carriers.ts';
import { useInvalidateTopic } from '../../../api/query-keys.ts';
import { confirmAction } from '../../../ui/overlay/confirm.ts';
import { notifySuccess } from '../../../ui/overlay/notify.tsx';

/** Asks for confirmation and deletes a carrier. `onDeleted` leaves the carrier's page. */
export function useCarrierDelete(
  onDeleted: () => Promise<void> = () => Promise.resolve(),
): (carrier: { readonly id: number; readonly companyName: string }) => void {
  const invalidateTopic = useInvalidateTopic();
  return ({ id, companyName }) =>
    confirmAction({
      title: 'Usunąć przewoźnika?',
      message: `Przewoźnik ${companyName} zostanie usunięty razem z kontaktami. Tej czynności nie można cofnąć.`,
      confirmLabel: 'Usuń',
      danger: true,
      action: async () => {
        await deleteCarrier(id);
        await onDeleted();
        await invalidateTopic('contractor');
        notifySuccess(companyName, 'Usunięto przewoźnika');
      },
    });
}
