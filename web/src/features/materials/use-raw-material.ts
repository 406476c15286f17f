import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isNotFound } from '../../api/api-error.ts';
import { reportMissingRecord } from '../../api/call.ts';
import { rawMaterialQuery } from '../../api/materials.ts';

/**
 * The raw material of a page. When another user deletes it, the page stays, because the user may be typing in
 * its form, and the not-found page opens with the same confirmation as for other records.
 */
export function useRawMaterial(id: number) {
  const query = useQuery(rawMaterialQuery(id));
  const { error } = query;
  const isDeleted = query.data !== undefined && isNotFound(error);
  useEffect(() => {
    if (isDeleted) reportMissingRecord(error);
  }, [isDeleted, error]);
  return query;
}
