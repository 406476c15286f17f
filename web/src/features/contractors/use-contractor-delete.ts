import type { Side } from '@spichlerz/shared/domain/side';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { useQueryClient } from '@tanstack/react-query';
import { contractorCardQuery, deleteContractor } from '../../api/contractors.ts';
import { useInvalidateTopic } from '../../api/query-keys.ts';
import { deleteUnlessUsed } from '../../components/save/delete-unless-used.ts';
import { confirmAction } from '../../ui/overlay/confirm.ts';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { CONTRACTOR_TEXTS } from './contractor-texts.ts';

type DeletableContractor = { readonly id: number; readonly fullName: string };

/**
 * Asks for confirmation and deletes a contractor. If contracts use the contractor, a notification names these
 * contracts. `onDeleted` leaves the contractor's page.
 */
export function useContractorDelete(
  side: Side,
  onDeleted: () => Promise<void> = () => Promise.resolve(),
): (contractor: DeletableContractor) => void {
  const invalidateTopic = useInvalidateTopic();
  const client = useQueryClient();
  const words = CONTRACTOR_TEXTS[side];
  return ({ id, fullName }) =>
    confirmAction({
      title: words.deleteTitle,
      message: `${SIDE_LABELS[side].contractor} ${fullName} zostanie usunięty razem z adresami i kontaktami. Tej czynności nie można cofnąć.`,
      confirmLabel: 'Usuń',
      danger: true,
      action: async () => {
        const isDeleted = await deleteUnlessUsed({
          name: fullName,
          remove: () => deleteContractor(side, id),
          readReason: async () => {
            const card = await client.fetchQuery({ ...contractorCardQuery(side, id), staleTime: 0 });
            return words.inUse(card.usedIn);
          },
        });
        if (isDeleted) await onDeleted();
        await invalidateTopic('contractor');
        if (isDeleted) notifySuccess(fullName, words.deleted);
      },
    });
}
