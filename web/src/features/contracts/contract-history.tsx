import { Paper } from '@mantine/core';
import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import { AuditLog } from '../../components/history/audit-log.tsx';

/** Everything that happened around a contract: to itself, its allocations, trucks, settlements and messages. */
export function ContractAuditLog({ contract }: { contract: ContractRecord }) {
  return (
    <Paper withBorder p="md">
      <AuditLog entity="contract" entityId={contract.id} />
    </Paper>
  );
}
