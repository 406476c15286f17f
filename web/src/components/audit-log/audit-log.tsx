import { Button, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { AuditEntity, AuditEntry } from '@spichlerz/shared/wire/audit-log';
import { useInfiniteQuery } from '@tanstack/react-query';
import { auditLogQuery } from '../../api/audit-log.ts';
import { FailedState } from '../../ui/table/list-outcome.tsx';
import { formatDateTime } from '../../words/format.ts';
import type { AuditLine } from './audit-lists.ts';
import classes from './audit-log.module.css';
import { auditText } from './audit-text.ts';

/** The audit entries of a record, newest first; older entries are loaded on demand. */
export function AuditLog({ entity, entityId }: { entity: AuditEntity; entityId: number }) {
  const query = useInfiniteQuery(auditLogQuery(entity, entityId));
  if (query.data === undefined) {
    if (query.error) return <FailedState error={query.error} onRetry={query.refetch} />;
    return (
      <Stack gap="sm" aria-busy>
        <Skeleton height={44} />
        <Skeleton height={44} />
      </Stack>
    );
  }
  const rows = query.data.pages.flatMap(({ list }) => list);
  // a new entry shifts the pages, so two pages can contain the same entry
  const once = rows.filter(({ id }, index) => rows.findIndex((row) => row.id === id) === index);
  if (once.length === 0) {
    return (
      <Text fz="sm" c="dimmed">
        Nie zapisano jeszcze żadnej zmiany.
      </Text>
    );
  }
  return (
    <Stack gap="sm" className={classes.frame}>
      <ol className={classes.list} aria-label="Historia zmian">
        {once.map((row) => (
          <AuditItem key={row.id} row={row} />
        ))}
      </ol>
      {query.hasNextPage ? (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => void query.fetchNextPage()}
          loading={query.isFetchingNextPage}
        >
          Pokaż starsze zmiany
        </Button>
      ) : null}
    </Stack>
  );
}

function AuditItem({ row }: { row: AuditEntry }) {
  const { title, lines, mails } = auditText(row);
  return (
    <li className={classes.item}>
      <div>
        <Text fz="sm" fw={600}>
          {title}
        </Text>
        <Text fz="xs" c="dimmed">
          {`${row.user ?? 'Użytkownik usunięty'}, ${formatDateTime(row.at)}`}
        </Text>
      </div>
      <div>
        {row.reason === null ? null : <Text fz="sm">{`Powód: ${row.reason}`}</Text>}
        {lines.length === 0 ? null : (
          <dl className={classes.lines}>
            {lines.map((line) => (
              <div key={`${line.label} ${line.before} ${line.after}`}>
                <dt>{line.label}</dt>
                <dd>
                  <Change line={line} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        {mails.map((sentence) => (
          <Text key={sentence} fz="sm" style={{ overflowWrap: 'anywhere' }}>
            {sentence}
          </Text>
        ))}
      </div>
    </li>
  );
}

function Change({ line: { before, after } }: { line: AuditLine }) {
  return (
    <>
      {before === null ? null : (
        <>
          <VisuallyHidden>było: </VisuallyHidden>
          {after === null ? <del>{before}</del> : <span className={classes.before}>{before}</span>}
        </>
      )}
      {before === null || after === null ? null : <span aria-hidden> → </span>}
      {after === null ? null : (
        <>
          {before === null ? null : <VisuallyHidden> jest: </VisuallyHidden>}
          {after}
        </>
      )}
    </>
  );
}
