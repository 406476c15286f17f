import { Group, Paper, Stack, Text } from '@mantine/core';
import { hasEnded, requirementWarning } from '@spichlerz/shared/domain/allocation';
import { acceptableKg, allowedKg, realizedKg, toAllocateKg } from '@spichlerz/shared/domain/contract';
import type { ErrorCode } from '@spichlerz/shared/domain/domain-error';
import { COUNTERPART, type Side } from '@spichlerz/shared/domain/side';
import { warnsOfGmp, whyNotMoveTo } from '@spichlerz/shared/domain/transport';
import {
  type MoveChange,
  moveTransportQuantities,
  reopenedKg,
} from '@spichlerz/shared/domain/transport-quantities';
import { type Kilograms, kilograms } from '@spichlerz/shared/domain/units';
import type { ContractRow } from '@spichlerz/shared/wire/contracts';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { formatTonnes } from '@spichlerz/shared/words/figures';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { allocatedValueQuery, allocationQuery } from '../../api/allocations.ts';
import { contractQuery, currentContractQuery } from '../../api/contracts.ts';
import { moveTargetsQuery } from '../../api/transports.ts';
import { Warning } from '../../components/warning.tsx';
import type { OptionSource } from '../../ui/field/search-select-field.tsx';
import { ERROR_SENTENCES } from '../../words/error-sentences.ts';
import { formatRemaining } from '../../words/format.ts';
import { ALLOCATION_WARNINGS, TRANSPORT_WITHOUT_GMP } from '../../words/warnings.ts';
import { balanceOf } from '../contracts/contract-balance.ts';
import { CONTRACT_ID, countedKg, type DialogTransport } from './dialog-transport.ts';

/*
 * Moving a transport to another contract of one side (customer decisions 4): by a redirect before the delivery,
 * or by moving its settlement after the delivery.
 */

/**
 * The kind of move determines the limit at the target contract: the plannable quantity for a redirect, the
 * acceptable quantity for a settlement.
 */
export type MoveKind = 'redirect' | 'settlement';

const ROOM: Record<MoveKind, (side: Side, target: ContractRow) => Kilograms> = {
  redirect: (side, target) => allowedKg(side, balanceOf(target)),
  settlement: (_side, target) => acceptableKg(balanceOf(target)),
};

/** Returns the target contracts of a search on the server, with contractor, place and free quantity. */
export function useMoveTargets(kind: MoveKind, side: Side, transport: DialogTransport): OptionSource {
  const client = useQueryClient();
  const currentId = CONTRACT_ID[side](transport);
  return useMemo(
    () => ({
      cacheKey: ['contract', 'target-options', kind, side, currentId],
      load: async (search, selected) =>
        (await loadTargets(client, side, currentId, search, selected)).map((row) => ({
          value: row.id,
          label: `${contractNumber(row)}, ${(row.supplier ?? row.recipient)?.name ?? ''}`,
          hint: [row.address.city, freeQuantityText(kind, side, row)].filter(Boolean).join(', '),
        })),
    }),
    [client, kind, side, currentId],
  );
}

async function loadTargets(
  client: QueryClient,
  side: Side,
  currentId: number,
  search: string,
  selected: number | null,
): Promise<readonly ContractRow[]> {
  const { list } = await client.fetchQuery(moveTargetsQuery(side, currentId, search));
  const isAmong = selected === null || list.some(({ id }) => id === selected);
  if (isAmong) return list;
  const row = await client.fetchQuery(currentContractQuery(side, selected));
  return row === null ? list : [...list, row];
}

/**
 * States the free quantity or the surplus of a contract. A full contract is offered too, because its
 * allocation with the contract of the other side may have room.
 */
function freeQuantityText(kind: MoveKind, side: Side, contract: ContractRow): string {
  const kg = toAllocateKg(balanceOf(contract));
  const isFull = ROOM[kind](side, contract) <= 0;
  if (isFull) return kg < 0 ? `pełny, ${formatRemaining(kg)}` : 'pełny';
  return kg < 0 ? formatRemaining(kg) : `wolne ${formatTonnes(kg)}`;
}

export type PlannedMove = {
  readonly current: ContractRow | undefined;
  readonly target: ContractRow | undefined;
  /** The result of the move or the code of its error, or null while data is loading. */
  readonly outcome: MoveChange | ErrorCode | null;
  /** The reason why the transport cannot be moved to the target, or null. */
  readonly disabledReason: string | null;
  readonly warnings: readonly string[];
  readonly transportKg: Kilograms;
  /** The quantity that becomes open again in the old allocation. */
  readonly reopenedKg: Kilograms;
};

/** Computes the effect of the move by the same rules as the server. */
export function usePlannedMove(
  kind: MoveKind,
  side: Side,
  transport: DialogTransport,
  targetId: number | null,
): PlannedMove {
  const otherId = CONTRACT_ID[COUNTERPART[side]](transport);
  const ids = {
    purchase: transport.purchaseId,
    sales: transport.salesId,
    ...(targetId && { [side]: targetId }),
  };
  const current = useQuery(contractQuery(side, CONTRACT_ID[side](transport))).data;
  const other = useQuery(contractQuery(COUNTERPART[side], otherId)).data;
  const target = useQuery({ ...currentContractQuery(side, targetId ?? 0), enabled: targetId !== null }).data;
  const old = useQuery({ ...allocationQuery(transport.purchaseId, transport.salesId), staleTime: 0 }).data;
  const open = useQuery({
    ...allocatedValueQuery(ids.purchase, ids.sales),
    staleTime: 0,
    enabled: targetId !== null,
  }).data;

  const transportKg = countedKg(transport);
  const nothing = { disabledReason: null, warnings: [], transportKg, reopenedKg: kilograms(0) };
  if (targetId !== null && target === null) {
    const outcome = 'CONTRACT_NOT_FOUND';
    return { current, target: undefined, outcome, ...nothing, disabledReason: ERROR_SENTENCES[outcome] };
  }
  if (targetId === null || !current || !other || !target || !old || open === undefined) {
    return { current, target: undefined, outcome: null, ...nothing };
  }
  const allocation = { commitKg: kilograms(open), effKg: kilograms(0) };
  const outcome =
    whyNotMoveTo(toTradedContract(current), toTradedContract(target)) ??
    moveTransportQuantities(allocation, transportKg, ROOM[kind](side, target));
  if (typeof outcome === 'string') {
    return {
      current,
      target,
      outcome,
      ...nothing,
      disabledReason: moveErrorSentence(outcome, transportKg, ROOM[kind](side, target) + open),
    };
  }
  const isKept = !hasEnded(toTradedContract(current), toTradedContract(other));
  return {
    current,
    target,
    outcome,
    disabledReason: null,
    warnings: warningsOf(side, transport, target, other),
    transportKg,
    reopenedKg: isKept ? reopenedKg(old, transportKg, outcome) : kilograms(0),
  };
}

function toTradedContract(contract: ContractRow) {
  return {
    id: contract.id,
    rawMaterialId: contract.rawMaterialId,
    status: contract.contractStatus,
  };
}

function moveErrorSentence(code: ErrorCode, transportKg: Kilograms, roomKg: number): string {
  return code === 'TRANSPORT_QUANTITY_IS_TO_BIG'
    ? `Ten kontrakt przyjmie jeszcze ${formatTonnes(roomKg)}, a transport ma ${formatTonnes(transportKg)}. Wybierz inny.`
    : ERROR_SENTENCES[code];
}

function warningsOf(
  side: Side,
  transport: DialogTransport,
  target: ContractRow,
  other: ContractRow,
): string[] {
  const ends = {
    purchase: { purchase: target, sale: other },
    sales: { purchase: other, sale: target },
  }[side];
  const required = requirementWarning(ends.purchase, ends.sale);
  return [
    ...(warnsOfGmp(transport, ends.sale) ? [TRANSPORT_WITHOUT_GMP] : []),
    ...(required === null ? [] : [ALLOCATION_WARNINGS[required]]),
  ];
}

export const MOVE_IS_LOADING = 'Trwa sprawdzanie kontraktu. Poczekaj chwilę.';

/** The reason why the move cannot be saved, or null. A move cannot be saved while its data is loading. */
export function whyNotMove(move: PlannedMove): string | null {
  return move.outcome === null ? MOVE_IS_LOADING : move.disabledReason;
}

export function MoveWarnings({ move }: { move: PlannedMove }) {
  return move.warnings.map((sentence) => <Warning key={sentence}>{sentence}</Warning>);
}

type SummaryProps = {
  move: PlannedMove;
  intro: string;
  /** Texts about further consequences that the user confirms. */
  children?: ReactNode;
};

/** The changes of both contracts in tonnes. */
export function MoveSummary({ move, intro, children }: SummaryProps) {
  const { current, target, outcome, transportKg } = move;
  if (!current || !target || outcome === null || typeof outcome === 'string') return null;
  const takenKg = transportKg - outcome.extraKg;
  return (
    <Stack gap="sm">
      <Text fz="sm">{intro}</Text>
      {children}
      <ContractChange contract={current} realizedKg={0 - transportKg} allocatedKg={move.reopenedKg} />
      <ContractChange contract={target} realizedKg={transportKg} allocatedKg={-takenKg} />
      <MoveWarnings move={move} />
    </Stack>
  );
}

type Change = { contract: ContractRow; realizedKg: number; allocatedKg: number };

function ContractChange({ contract, realizedKg: realized, allocatedKg: allocated }: Change) {
  const before = balanceOf(contract);
  const after = {
    ...before,
    deliveredKg: kilograms(before.deliveredKg + realized),
    allocatedKg: kilograms(before.allocatedKg + allocated),
  };
  const figures = [
    { label: 'Zrealizowano', from: realizedKg(before), to: realizedKg(after) },
    { label: 'Zaalokowano', from: before.allocatedKg, to: after.allocatedKg },
    { label: 'Do zaalokowania', from: toAllocateKg(before), to: toAllocateKg(after) },
  ];
  return (
    <Paper withBorder p="sm">
      <Text fw={600}>{contractNumber(contract)}</Text>
      <Text fz="sm" c="dimmed" mb={4}>
        {(contract.supplier ?? contract.recipient)?.name}
      </Text>
      {figures.map(({ label, from, to }) => (
        <Group key={label} justify="space-between" gap="xs">
          <Text fz="sm" c="dimmed">
            {label}
          </Text>
          <Text fz="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
            {from === to ? formatRemaining(from) : `${formatRemaining(from)} → ${formatRemaining(to)}`}
          </Text>
        </Group>
      ))}
    </Paper>
  );
}
