import { acceptMax, exceedsTolerance } from '@spichlerz/shared/domain/contract';
import { SIDES } from '@spichlerz/shared/domain/side';
import { kilograms } from '@spichlerz/shared/domain/units';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { formatTonnes } from '@spichlerz/shared/words/figures';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { useQueries } from '@tanstack/react-query';
import { contractQuery } from '../../api/contracts.ts';
import { Warning } from '../../components/warning.tsx';
import { balanceOf } from '../contracts/contract-balance.ts';
import { CONTRACT_ID, countedKg, type DialogTransport } from './dialog-transport.ts';

type Props = {
  transports: readonly DialogTransport[];
  /** The weight of each transport in the same order. Null for an empty field. */
  weights: readonly (number | null)[];
};

/**
 * Warns about contracts that exceed their tolerance with these weights. Exceeding the tolerance is never an
 * error (customer decisions 1).
 */
export function ToleranceWarnings({ transports, weights }: Props) {
  const contracts = SIDES.flatMap((side) =>
    [...new Set(transports.map(CONTRACT_ID[side]))].map((id) => ({ side, id })),
  );
  const records = useQueries({ queries: contracts.map(({ side, id }) => contractQuery(side, id)) });

  return contracts.map(({ side, id }, index) => {
    const record = records[index]?.data;
    if (record === undefined) return null;
    const balance = balanceOf(record);
    const changeKg = transports.reduce((sum, transport, position) => {
      if (CONTRACT_ID[side](transport) !== id) return sum;
      return sum + (weights[position] ?? transport.quantityKg) - countedKg(transport);
    }, 0);
    const after = { ...balance, deliveredKg: kilograms(balance.deliveredKg + changeKg) };
    if (!exceedsTolerance(after)) return null;
    const beyond = after.deliveredKg + after.inDeliveryKg - acceptMax(after);
    return (
      <Warning key={`${side} ${id}`}>
        {`${SIDE_LABELS[side].contract} ${contractNumber(record)} przekroczy ilość dopuszczalną z tolerancją, `}
        {`${formatTonnes(acceptMax(after))}, o ${formatTonnes(beyond)}. Sprawdź dostarczoną ilość.`}
      </Warning>
    );
  });
}
