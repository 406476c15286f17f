import { Paper, Title } from '@mantine/core';
import { useId } from 'react';
import { AuditLog } from '../../components/audit-log/audit-log.tsx';

/** Contracts show the current names of a raw material; the audit log has the previous ones. */
export function MaterialAuditLog({ id }: { id: number }) {
  const titleId = useId();
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={titleId}>
      <Title order={2} id={titleId} fz={15} mb="sm">
        Historia zmian
      </Title>
      <AuditLog entity="material" entityId={id} />
    </Paper>
  );
}
