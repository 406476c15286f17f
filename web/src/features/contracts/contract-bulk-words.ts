import { type ContractStatus, isEnded } from '@spichlerz/shared/domain/contract';
import type { Side } from '@spichlerz/shared/domain/side';
import type { ContractRow } from '@spichlerz/shared/wire/contracts';
import { whyNotEnd } from '../../components/contract/why-not-end.ts';
import { countedTonnes } from '../../words/counted-tonnes.ts';
import { formatTonnes } from '../../words/format.ts';
import { COUNTED, counted } from '../../words/plural.ts';

/** What is asked of each chosen contract. */
export type BulkContract = Pick<
  ContractRow,
  'contractStatus' | 'cargoQuantity' | 'allocated' | 'delivered' | 'inDeliveryTransportCount'
>;

/** Those of the chosen contracts that the status would be new to. */
export function withoutStatus<Row extends BulkContract>(
  rows: readonly Row[],
  status: ContractStatus,
): readonly Row[] {
  return rows.filter(({ contractStatus }) => contractStatus !== status);
}

/** Why none of the chosen contracts can have the status, null when at least one can. */
export function whyNoneTakes(
  side: Side,
  rows: readonly BulkContract[],
  status: ContractStatus,
): string | null {
  const changing = withoutStatus(rows, status);
  if (changing.length === 0) return 'Wszystkie zaznaczone kontrakty mają już ten status.';
  const refusals = changing.map((row) => whyNotEnd(side, row, status));
  const [first] = refusals;
  return first !== undefined && refusals.every((refusal) => refusal !== null) ? first : null;
}

/** `3 kontrakty, razem 250,000 t` */
export const inTonnes = (rows: readonly BulkContract[]): string =>
  countedTonnes(
    rows.map(({ cargoQuantity }) => cargoQuantity),
    COUNTED.contracts,
  );

/** `Zmiana obejmie 3 kontrakty, razem 250,000 t.` */
export function inNumbers(rows: readonly BulkContract[]): string {
  return `Zmiana obejmie ${inTonnes(rows)}.`;
}

/** What the status means for all of them, in numbers, and for how many it is known to be refused. */
export function statusConsequences(
  side: Side,
  rows: readonly BulkContract[],
  status: ContractStatus,
): string[] {
  const reasons = rows.map((row) => whyNotEnd(side, row, status)).filter((sentence) => sentence !== null);
  const taking = rows.filter((row) => whyNotEnd(side, row, status) === null);
  const releasedKg = taking.reduce((sum, { allocated }) => sum + allocated, 0);
  return [
    inNumbers(taking),
    ...(isEnded(status)
      ? ['Zamknięte i anulowane kontrakty nie przyjmują nowych alokacji ani transportów.']
      : []),
    ...(isEnded(status) && releasedKg > 0
      ? [`Zaalokowane, a nieodebrane ${formatTonnes(releasedKg)} wróci do puli kontraktów.`]
      : []),
    ...(reasons.length > 0
      ? [`Bez zmiany: ${counted(reasons.length, COUNTED.contracts)}. ${reasons[0]}`]
      : []),
  ];
}
