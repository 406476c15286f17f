import { Badge } from '@mantine/core';
import type { AgreementStatus, ContractStatus } from '@spichlerz/shared/domain/contract';
import type { Role } from '@spichlerz/shared/domain/role';
import type { SettlementStatus } from '@spichlerz/shared/domain/settlement';
import type { TransportStatus } from '@spichlerz/shared/domain/transport';
import {
  AGREEMENT_STATUS_LABELS,
  CONTRACT_STATUS_LABELS,
  ROLE_LABELS,
  SETTLEMENT_STATUS_LABELS,
  TRANSPORT_STATUS_LABELS,
} from '@spichlerz/shared/words/statuses';

/*
 * Colours of all statuses. Blue: not started, cyan: in progress, green: done, orange: waiting for an action,
 * violet: planned, grey: closed, red: failed.
 */

export const CONTRACT_STATUS_COLORS: Record<ContractStatus, string> = {
  NEW: 'blue',
  NEXT_SEASON: 'violet',
  ACTIVE: 'field',
  TO_SETTLEMENT: 'orange',
  CLOSED: 'gray',
  CANCELLED: 'red',
};

export const AGREEMENT_STATUS_COLORS: Record<AgreementStatus, string> = {
  EMPTY: 'gray',
  TO_SIGN: 'orange',
  SIGNED: 'field',
};

export const TRANSPORT_STATUS_COLORS: Record<TransportStatus, string> = {
  NEW: 'blue',
  WAITING: 'yellow',
  ON_THE_WAY: 'cyan',
  DELIVERED: 'field',
  TO_BE_SETTLED: 'orange',
  RETURN_TO_CLIENT: 'red',
  INVOICE: 'violet',
  PAID: 'gray',
  CANCELLED: 'red',
};

const SETTLEMENT_STATUS_COLORS: Record<SettlementStatus, string> = {
  DELIVERED: 'field',
  TO_BE_SETTLED: 'orange',
  SETTLED: 'cyan',
  INVOICE: 'violet',
  PAID: 'gray',
};

const ROLE_COLORS: Record<Role, string> = { ADMIN: 'violet', USER: 'gray' };

export function ContractStatusBadge({ status }: { status: ContractStatus }) {
  return <Badge color={CONTRACT_STATUS_COLORS[status]}>{CONTRACT_STATUS_LABELS[status]}</Badge>;
}

export function AgreementStatusBadge({ status }: { status: AgreementStatus }) {
  return <Badge color={AGREEMENT_STATUS_COLORS[status]}>{AGREEMENT_STATUS_LABELS[status]}</Badge>;
}

export function TransportStatusBadge({ status }: { status: TransportStatus }) {
  return <Badge color={TRANSPORT_STATUS_COLORS[status]}>{TRANSPORT_STATUS_LABELS[status]}</Badge>;
}

export function SettlementStatusBadge({ status }: { status: SettlementStatus }) {
  return <Badge color={SETTLEMENT_STATUS_COLORS[status]}>{SETTLEMENT_STATUS_LABELS[status]}</Badge>;
}

export function RoleBadge({ role }: { role: Role }) {
  return <Badge color={ROLE_COLORS[role]}>{ROLE_LABELS[role]}</Badge>;
}
