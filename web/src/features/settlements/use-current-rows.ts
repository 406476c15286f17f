import type { Side } from '@spichlerz/shared/domain/side';
import { useQuery } from '@tanstack/react-query';
import { settlementListQuery } from '../../api/settlements.ts';
import { type SettlementRow, withIds } from './settlement-row.ts';

/**
 * The stored rows of an open dialog. A settlement that another user's save has moved out of the list (filter,
 * page or contract) is read separately.
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
