import type { Side } from '@spichlerz/shared/domain/side';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { formatTonnes } from '@spichlerz/shared/words/figures';
import { useQuery } from '@tanstack/react-query';
import { contractQuery } from '../../api/contracts.ts';

type Contract = { readonly id: number; readonly documentNumber: string | null; readonly allocated: number };

/**
 * The effect of the end of a contract, with the open allocations that it releases (customer decisions 5). An
 * allocation does not change the version of the contract, so the server accepts the end after one. The quantity
 * is therefore kept current while the confirmation is open.
 */
export function EndingSentence({ side, contract }: { side: Side; contract: Contract }) {
  const { allocated } = useQuery(contractQuery(side, contract.id)).data ?? contract;
  const releases =
    allocated > 0
      ? ` Zaalokowane, a nieodebrane ${formatTonnes(allocated)} wróci do puli obu kontraktów.`
      : '';
  return `Kontrakt ${contractNumber(contract)} nie będzie przyjmował nowych alokacji ani transportów.${releases}`;
}
