import type { Side } from '@spichlerz/shared/domain/side';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { formatTonnes } from '@spichlerz/shared/words/figures';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { currentContractQuery } from '../../api/contracts.ts';

type Props = {
  side: Side;
  contract: { readonly id: number; readonly documentNumber: string | null; readonly allocated: number };
  /** Called with the kilograms that the sentence shows. */
  onShow?: (kg: number) => void;
};

/**
 * The effect of the end of a contract, with the open allocations that it releases (customer decisions 5). An
 * allocation does not change the version of the contract, so the server accepts the end after one. The quantity
 * is therefore kept current while the confirmation is open.
 */
export function EndingSentence({ side, contract, onShow }: Props) {
  const { allocated } = useQuery(currentContractQuery(side, contract.id)).data ?? contract;
  useEffect(() => onShow?.(allocated), [onShow, allocated]);
  const releases =
    allocated > 0 ? ` Zaalokowane, a nieodebrane ${formatTonnes(allocated)} wróci do puli kontraktów.` : '';
  return `Kontrakt ${contractNumber(contract)} nie będzie przyjmował nowych alokacji ani transportów.${releases}`;
}
