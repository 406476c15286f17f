import { useQuery } from '@tanstack/react-query';
import { userOptionsQuery, userOptionsWithQuery } from '../../api/reference.ts';

/** Owners to filter a list by: every active user, and who has left of those it is already filtered by. */
export function useOwners(filteredBy: readonly number[]) {
  const active = useQuery(userOptionsQuery).data;
  const left = filteredBy.filter((id) => active?.every(({ value }) => value !== id));
  const withLeft = useQuery({ ...userOptionsWithQuery(left), enabled: left.length > 0 }).data;
  return left.length > 0 && withLeft !== undefined ? withLeft : active;
}
