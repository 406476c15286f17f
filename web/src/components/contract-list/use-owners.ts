import { useQuery } from '@tanstack/react-query';
import { ownerOptionsQuery, userOptionsQuery } from '../../api/reference.ts';

/**
 * Owners to filter a list by: every active user, and who has left of those it is already filtered by; to choose from,
 * also who has left and still owns a contract.
 */
export function useOwners(filteredBy: readonly number[], isChoosing = false) {
  const active = useQuery(userOptionsQuery).data;
  const left = filteredBy.filter((id) => active?.every(({ value }) => value !== id));
  const withLeft = useQuery({ ...ownerOptionsQuery(left), enabled: isChoosing || left.length > 0 }).data;
  return withLeft ?? active;
}
