import { useQuery } from '@tanstack/react-query';
import { ownerOptionsQuery, userOptionsQuery } from '../../../api/reference.ts';

/**
 * Owners for the filter of a contract list: the active users and the inactive ones in `filteredBy`.
 * `withFormer` adds all inactive users who still own a contract, to choose from.
 */
export function useOwners(filteredBy: readonly number[], withFormer = false) {
  const active = useQuery(userOptionsQuery).data;
  const left = filteredBy.filter((id) => active?.every(({ value }) => value !== id));
  const withLeft = useQuery({ ...ownerOptionsQuery(left), enabled: withFormer || left.length > 0 }).data;
  return withLeft ?? active;
}
