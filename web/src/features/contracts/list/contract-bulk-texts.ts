import { type ContractStatus, isEnded } from '@spichlerz/shared/domain/contract';
import type { Side } from '@spichlerz/shared/domain/side';
import type { ContractRow } from '@spichlerz/shared/wire/contracts';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { formatTonnes } from '@spichlerz/shared/words/figures';
import { firstReason } from '../../../words/first-reason.ts';
import { counted, countedTonnes, NOUN_FORMS } from '../../../words/plural.ts';
import { whyNotEnd } from '../contract-balance.ts';

/** The fields of a selected contract that the texts need. */
export type BulkContract = Pick<
  ContractRow,
  | 'id'
  | 'documentNumber'
  | 'contractStatus'
  | 'quantityKg'
  | 'allocated'
  | 'delivered'
  | 'inDeliveryTransportCount'
>;

/** The selected contracts that do not have the status yet. */
export function withoutStatus<Row extends BulkContract>(
  rows: readonly Row[],
  status: ContractStatus,
): readonly Row[] {
  return rows.filter(({ contractStatus }) => contractStatus !== status);
}

/** The reason why none of the selected contracts can get the status, or null. */
export function whyNoneCanChange(
  side: Side,
  rows: readonly BulkContract[],
  status: ContractStatus,
): string | null {
  const changing = withoutStatus(rows, status);
  if (changing.length === 0) return 'Wszystkie zaznaczone kontrakty mają już ten status.';
  const rejected = rejections(side, changing, status);
  return rejected.length < changing.length ? null : firstReason(rejected, 'statusu innych kontraktów');
}

function rejections(side: Side, rows: readonly BulkContract[], status: ContractStatus) {
  return rows.flatMap((row) => {
    const reason = whyNotEnd(side, row, status);
    return reason === null ? [] : [{ name: contractNumber(row), reason }];
  });
}

/** Returns text such as `3 kontrakty, razem 250,000 t`. */
export const countAndTonnes = (rows: readonly BulkContract[]): string =>
  countedTonnes(
    rows.map(({ quantityKg }) => quantityKg),
    NOUN_FORMS.contracts,
  );

/** Returns a sentence such as `Zmiana obejmie 3 kontrakty, razem 250,000 t.` */
export function changeSentence(rows: readonly BulkContract[]): string {
  return `Zmiana obejmie ${countAndTonnes(rows)}.`;
}

/** The effect of the status on the contracts, with numbers, and the contracts that cannot get the status. */
export function statusConsequences(
  side: Side,
  rows: readonly BulkContract[],
  status: ContractStatus,
): string[] {
  const rejected = rejections(side, rows, status);
  const [first] = rejected;
  const taking = rows.filter((row) => whyNotEnd(side, row, status) === null);
  const releasedKg = taking.reduce((sum, { allocated }) => sum + allocated, 0);
  return [
    changeSentence(taking),
    ...(isEnded(status)
      ? ['Zamknięte i anulowane kontrakty nie przyjmują nowych alokacji ani transportów.']
      : []),
    ...(isEnded(status) && releasedKg > 0
      ? [`Zaalokowane, a nieodebrane ${formatTonnes(releasedKg)} wróci do puli kontraktów.`]
      : []),
    ...(first === undefined
      ? []
      : [`Bez zmiany: ${counted(rejected.length, NOUN_FORMS.contracts)}. ${first.name}: ${first.reason}`]),
  ];
}
