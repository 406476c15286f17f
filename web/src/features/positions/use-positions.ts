import { useQuery } from '@tanstack/react-query';
import { positionsQuery } from '../../api/positions.ts';
import { usePositionRange } from './use-position-range.ts';

/** The positions in the range of the URL; a range that ends before it begins is not asked for. */
export function usePositions() {
  const { range, problem } = usePositionRange();
  const query = useQuery({ ...positionsQuery(range), enabled: problem === undefined });
  return { range, problem, query };
}
