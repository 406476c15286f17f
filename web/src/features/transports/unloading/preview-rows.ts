import type { ReadingSource } from '@spichlerz/shared/domain/discount-rule';
import type { UnloadingState } from '@spichlerz/shared/domain/unloading-list';
import type {
  CheckedUnloadingRow,
  UnloadingCandidateReply,
  UnloadingRowRequest,
} from '@spichlerz/shared/wire/unloading';
import { isHeavy, isSendable, type ListRow } from './list-rows.ts';

/* The rows of a list with their transports, as the preview shows them and the server applies them. */

export const ROW_GROUPS = ['CERTAIN', 'CHOOSE', 'NONE'] as const;
export type RowGroup = (typeof ROW_GROUPS)[number];

const GROUP_OF: Record<UnloadingState, RowGroup> = {
  MATCHED: 'CERTAIN',
  APPLIED: 'CERTAIN',
  CORRECTION: 'CERTAIN',
  CHOOSE: 'CHOOSE',
  NONE: 'NONE',
};

/** The decisions of the user by line. */
export type Decisions = {
  /** The chosen transport, or null for a skipped row. */
  readonly choices: ReadonlyMap<number, number | null>;
  /**
   * The confirmed weights over 60 t. A weight that changes after its confirmation needs another confirmation.
   */
  readonly acceptedKg: ReadonlyMap<number, number>;
};

export type PreviewRow = {
  /** The line in the file. Requests use it as the number of the row. */
  readonly id: number;
  readonly row: ListRow;
  readonly group: RowGroup;
  readonly state: UnloadingState;
  readonly candidates: readonly UnloadingCandidateReply[];
  readonly chosen: UnloadingCandidateReply | null;
  readonly isLeftOut: boolean;
  /** For each candidate that is chosen for another row, the line of that row. */
  readonly takenBy: Readonly<Record<number, number>>;
  readonly isHeavy: boolean;
  readonly isHeavyAccepted: boolean;
  /** The readings that applying the row stores. */
  readonly readings: CheckedUnloadingRow['readings'];
  readonly warnings: CheckedUnloadingRow['warnings'];
};

/**
 * The transport of the row: the user's choice or, if the user has not chosen, the transport that the check has
 * found. Null for a skipped row and for a row without a transport.
 */
function chosenOf(
  { candidates, transportId }: CheckedUnloadingRow,
  choice: number | null | undefined,
): UnloadingCandidateReply | null {
  const own = candidates.find((candidate) => candidate.transportId === choice);
  if (own !== undefined || choice === null) return own ?? null;
  return candidates.find((candidate) => candidate.transportId === transportId) ?? null;
}

/**
 * Combines the rows with the result of the check. The groups are in the order CHOOSE, NONE, CERTAIN; within a
 * group, the order of the list is kept.
 */
export function previewRows(
  rows: readonly ListRow[],
  checked: readonly CheckedUnloadingRow[],
  { choices, acceptedKg }: Decisions,
): PreviewRow[] {
  const checkedOf = new Map(checked.map((one) => [one.row, one]));
  const takers = new Map<number, number[]>();
  for (const one of checked) {
    const id = chosenOf(one, choices.get(one.row))?.transportId;
    if (id !== undefined) takers.set(id, [...(takers.get(id) ?? []), one.row]);
  }
  return rows
    .map((row): PreviewRow => {
      const one = checkedOf.get(row.line) ?? NOT_CHECKED;
      const takenBy = one.candidates.flatMap(({ transportId }) => {
        const other = takers.get(transportId)?.find((line) => line !== row.line);
        return other === undefined ? [] : [[transportId, other] as const];
      });
      return {
        id: row.line,
        row,
        group: GROUP_OF[one.state],
        state: one.state,
        candidates: one.candidates,
        chosen: chosenOf(one, choices.get(row.line)),
        isLeftOut: choices.get(row.line) === null,
        takenBy: Object.fromEntries(takenBy),
        isHeavy: isHeavy(row),
        isHeavyAccepted: acceptedKg.get(row.line) === row.request.net,
        // an applied ticket with the same weight is not applied again, even if the list has other readings
        readings: one.state === 'APPLIED' ? [] : one.readings,
        warnings: one.warnings,
      };
    })
    .toSorted((one, other) => ORDER[one.group] - ORDER[other.group]);
}

const ORDER: Record<RowGroup, number> = { CHOOSE: 0, NONE: 1, CERTAIN: 2 };

const NOT_CHECKED: CheckedUnloadingRow = {
  row: 0,
  state: 'NONE',
  transportId: null,
  candidates: [],
  warnings: [],
  readings: [],
};

export type OpenReason =
  | 'APPLIED'
  | 'LEFT_OUT'
  | 'PROBLEM'
  | 'NO_TRANSPORT'
  | 'UNDECIDED'
  | 'TAKEN'
  | 'HEAVY';

/** Returns the reason why a row is not applied, or null. */
export function whyNotApplied(row: PreviewRow): OpenReason | null {
  if (row.state === 'APPLIED') return 'APPLIED';
  if (row.isLeftOut) return 'LEFT_OUT';
  // the check finds no transport for a row that it rejects, such as a row with a repeated ticket
  if (!isSendable(row.row) || (row.state === 'NONE' && row.warnings.length > 0)) return 'PROBLEM';
  if (row.chosen === null) return row.candidates.length === 0 ? 'NO_TRANSPORT' : 'UNDECIDED';
  if (row.takenBy[row.chosen.transportId] !== undefined) return 'TAKEN';
  return row.isHeavy && !row.isHeavyAccepted ? 'HEAVY' : null;
}

export const isReady = (row: PreviewRow): boolean => whyNotApplied(row) === null;

/** The rows to check. Weights over 60 t are sent as confirmed, so that the check finds their transports too. */
export const checkRequests = (rows: readonly ListRow[]): UnloadingRowRequest[] =>
  rows.filter(isSendable).map((row) => (isHeavy(row) ? { ...row.request, acceptHeavy: true } : row.request));

/**
 * The row for the request that applies it. Invalid readings are omitted, because the server
 * would reject the whole row.
 */
export function applyRequest({ row, chosen, warnings, isHeavy: heavy }: PreviewRow) {
  const faulty = new Set(warnings.map(({ field }) => /^readings\.(\d+)\./.exec(field)?.[1]));
  const readings = row.request.readings?.filter((_, index) => !faulty.has(String(index)));
  return {
    ...row.request,
    readings,
    transportId: chosen?.transportId ?? 0,
    version: chosen?.version ?? 0,
    ...(heavy && { acceptHeavy: true }),
  };
}

type SourcedReading = {
  readonly parameterId: number;
  readonly source: ReadingSource;
  readonly value: number | boolean;
};

/**
 * The readings of a transport after the row is applied. Readings of other sources stay, so that an arbiter's
 * readings still have precedence.
 */
export function readingsOnceApplied(
  stored: readonly SourcedReading[],
  listed: PreviewRow['readings'],
): SourcedReading[] {
  const ofList = listed.map(({ parameterId, value }) => ({
    parameterId,
    source: 'RECIPIENT' as const,
    value,
  }));
  const replaced = new Set(listed.map(({ parameterId }) => parameterId));
  const kept = stored
    .filter(({ parameterId, source }) => source !== 'RECIPIENT' || !replaced.has(parameterId))
    .map(({ parameterId, source, value }) => ({ parameterId, source, value }));
  return [...kept, ...ofList];
}

/** The difference between unloaded and planned weight in percent of the planned weight, with two decimals. */
export const differencePercent = (plannedKg: number, unloadedKg: number): number =>
  Math.round(((unloadedKg - plannedKg) * 10_000) / plannedKg) / 100;
