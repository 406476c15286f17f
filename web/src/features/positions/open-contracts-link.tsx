import { Anchor } from '@mantine/core';
import { OPEN_STATUSES } from '@spichlerz/shared/domain/position';
import type { Side } from '@spichlerz/shared/domain/side';
import { formatTonnes } from '@spichlerz/shared/words/figures';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { Link } from '@tanstack/react-router';
import { contractListLink } from '../contracts/contract-links.ts';

/** Filters of the contract list, as in its URL. */
export type ContractSearch = Readonly<Record<string, string | string[]>>;

type Props = {
  side: Side;
  rawMaterialId: number;
  kg: number;
  /** The name of the quantity for screen readers. */
  about: string;
  search: ContractSearch;
};

/** A quantity with a link to the contracts whose quantities it sums up. Zero has no link. */
export function OpenContractsLink({ side, rawMaterialId, kg, about, search }: Props) {
  if (kg === 0) return <>{formatTonnes(kg)}</>;
  return (
    <Anchor
      inherit
      aria-label={`${SIDE_LABELS[side].contracts}, ${about}: ${formatTonnes(kg)}`}
      renderRoot={(props: object) => (
        <Link
          {...props}
          {...contractListLink[side](rawMaterialId)}
          search={{ contractStatus: [...OPEN_STATUSES], isOpen: 'true', ...search }}
        />
      )}
    >
      {formatTonnes(kg)}
    </Anchor>
  );
}
