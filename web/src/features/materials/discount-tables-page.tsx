import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Table.css';
import { Badge, Button, Group, Paper, Table, Text } from '@mantine/core';
import { deleteDiscountTable } from '@spichlerz/shared/calls/discount-tables';
import type { DiscountTableRow } from '@spichlerz/shared/wire/discount-tables';
import type { RawMaterialRow } from '@spichlerz/shared/wire/materials';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { discountTablesQuery } from '../../api/quality.ts';
import { useInvalidateTopic } from '../../api/query-keys.ts';
import { useMe } from '../../api/session.ts';
import cells from '../../components/cells.module.css';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { useBreadcrumbs } from '../../components/use-breadcrumbs.ts';
import { IconButtonWithReason } from '../../ui/icon-button-with-reason.tsx';
import { confirmAction } from '../../ui/overlay/confirm.ts';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { Page } from '../../ui/page.tsx';
import { counted, formatCount, NOUN_FORMS } from '../../words/plural.ts';
import { discountTableLink, newDiscountTableLink } from './material-links.ts';
import { MaterialTabs } from './material-tabs.tsx';
import { useRawMaterial } from './use-raw-material.ts';

/** The tab with the discount tables of a raw material. */
export function DiscountTablesPage() {
  const id = Number(useParams({ from: '/app/data/raw-material-list/form/$id/discount-tables' }).id);
  const query = useRawMaterial(id);
  return <QueryBoundary query={query}>{(material) => <DiscountTables material={material} />}</QueryBoundary>;
}

function DiscountTables({ material: { id, name } }: { material: RawMaterialRow }) {
  useBreadcrumbs(name, { part: 'Tabele potrąceń' });
  const isAdmin = useMe().role === 'ADMIN';
  const query = useQuery(discountTablesQuery(id));
  return (
    <Page title={name} actions={isAdmin ? <AddTableButton id={id} /> : undefined}>
      <MaterialTabs id={id} value="tables" />
      <Paper withBorder p="md" component="section" aria-label="Tabele potrąceń">
        <QueryBoundary query={query}>
          {(tables) => (tables.length === 0 ? <NoTables isAdmin={isAdmin} /> : <TableList tables={tables} />)}
        </QueryBoundary>
      </Paper>
    </Page>
  );
}

function NoTables({ isAdmin }: { isAdmin: boolean }) {
  return (
    <Text fz="sm" c="dimmed">
      {`Ten surowiec nie ma jeszcze tabeli potrąceń, więc jego transporty rozlicza się ręcznie. ${
        isAdmin ? 'Dodaj tabelę, żeby wyniki badań dawały cenę i wagę.' : 'Tabele dodaje administrator.'
      }`}
    </Text>
  );
}

function AddTableButton({ id }: { id: number }) {
  return (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      renderRoot={(props: object) => <Link {...props} {...newDiscountTableLink(id)} />}
    >
      Dodaj tabelę
    </Button>
  );
}

function TableList({ tables }: { tables: readonly DiscountTableRow[] }) {
  const isAdmin = useMe().role === 'ADMIN';
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table aria-label="Tabele potrąceń" style={{ fontVariantNumeric: 'tabular-nums' }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{HEADERS.name}</Table.Th>
            <Table.Th>{HEADERS.contractSide}</Table.Th>
            <Table.Th>{HEADERS.currency}</Table.Th>
            <Table.Th>{HEADERS.active}</Table.Th>
            <Table.Th ta="right">{HEADERS.rules}</Table.Th>
            <Table.Th ta="right">{HEADERS.contracts}</Table.Th>
            {isAdmin ? <Table.Th w={56} aria-label="Akcje" /> : null}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tables.map((table) => (
            <Table.Tr key={table.id}>
              <Table.Th scope="row" fw={400}>
                <Link {...discountTableLink(table.rawMaterial.id, table.id)} className={cells['ref']}>
                  {table.name}
                </Link>
              </Table.Th>
              <Table.Td>{SIDE_LABELS[table.side].contracts}</Table.Td>
              <Table.Td>{table.currency}</Table.Td>
              <Table.Td>
                <Badge color={table.isActive ? 'field' : 'gray'}>{table.isActive ? 'Tak' : 'Nie'}</Badge>
              </Table.Td>
              <Table.Td ta="right">{formatCount(table.ruleCount)}</Table.Td>
              <Table.Td ta="right">{formatCount(table.contractCount)}</Table.Td>
              {isAdmin ? (
                <Table.Td>
                  <Group justify="flex-end">
                    <DeleteTable table={table} />
                  </Group>
                </Table.Td>
              ) : null}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function DeleteTable({ table: { id, name, side, contractCount } }: { table: DiscountTableRow }) {
  const invalidateTopic = useInvalidateTopic();
  return (
    <IconButtonWithReason
      label={`Usuń: ${name}, ${SIDE_LABELS[side].contracts.toLowerCase()}`}
      disabledReason={null}
      icon={<IconTrash size={16} aria-hidden />}
      onClick={() =>
        confirmAction({
          title: `Usunąć tabelę „${name}”?`,
          message: `${keepingSentence(contractCount)} Usunięcia nie można cofnąć.`,
          confirmLabel: 'Usuń tabelę',
          danger: true,
          action: async () => {
            await call(deleteDiscountTable, { params: { id } });
            await invalidateTopic('material');
            notifySuccess(name, 'Usunięto tabelę potrąceń');
          },
        })
      }
    />
  );
}

function keepingSentence(count: number): string {
  return count === 0
    ? 'Nie pochodzą z niej reguły żadnego kontraktu.'
    : `Pochodzą z niej reguły w ${counted(count, NOUN_FORMS.inContracts)}, które zostaną bez zmian.`;
}
