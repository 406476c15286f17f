import { Paper } from '@mantine/core';
import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import { AuditLog } from '../../../components/audit-log/audit-log.tsx';

/** The audit log of a contract, with its allocations, transports, settlements and e-mails. */
export function ContractAuditLog({ contract }: { contract: ContractRecord }) {
  return (
    <Paper withBorder p="md">
      <AuditLog entity="contract" entityId={contract.id} />
    </Paper>
  );
}
