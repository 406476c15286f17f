import { Paper, Title } from '@mantine/core';
import type { AuditEntity } from '@spichlerz/shared/wire/audit-log';
import { useId } from 'react';
import { AuditLog } from './audit-log.tsx';

/** The audit log at the end of a form page. */
export function AuditSection(props: { entity: AuditEntity; entityId: number }) {
  const titleId = useId();
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={titleId}>
      <Title order={2} id={titleId} fz={15} mb="sm">
        Historia zmian
      </Title>
      <AuditLog {...props} />
    </Paper>
  );
}
