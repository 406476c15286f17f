import type { Side } from '@spichlerz/shared/domain/side';
import { useQuery } from '@tanstack/react-query';
import { settlementListQuery } from '../../api/settlements.ts';
import { type SettlementRow, withIds } from './settlement-row.ts';

/**
 * What a dialog was opened for, as it is stored now. A settlement that has left the list, because what somebody saved
 * takes it out of a filter, to another page or to another contract, is read by itself.
 */
export function useCurrentRows(
  side: Side,
  listed: readonly SettlementRow[],
  opened: readonly SettlementRow[],
): readonly SettlementRow[] {
  const shown = new Map(listed.map((row) => [row.id, row]));
  const { data } = useQuery({
    ...settlementListQuery(side, {
      transportId: opened.map(({ transportId }) => transportId),
      limit: Math.max(opened.length, 1),
    }),
    select: withIds,
    enabled: opened.some(({ id }) => !shown.has(id)),
  });
  const alone = new Map(data?.list.map((row) => [row.id, row]));
  return opened.map((row) => shown.get(row.id) ?? alone.get(row.id) ?? row);
}
