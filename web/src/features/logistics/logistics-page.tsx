import { Button } from '@mantine/core';
import type { TransportRow } from '@spichlerz/shared/calls/transports';
import { IconFileImport } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { SelectedRows } from '../../ui/table/use-selection.ts';
import { logisticsColumns } from '../transports/list/transport-columns.tsx';
import { logisticsListParams } from '../transports/list/transport-list-params.ts';
import { TransportTable } from '../transports/list/transport-table.tsx';
import { InvoiceSelected } from './invoice-selected.tsx';

/** The list of transports of all contracts. By default it shows those that are not released yet. */
export function LogisticsPage() {
  return (
    <TransportTable
      title="Logistyka"
      listName="transports"
      menuPath="/logistics"
      params={logisticsListParams}
      columns={logisticsColumns}
      action={<UnloadingListButton />}
      bulkActions={invoiceSelected}
      empty={{
        title: 'Nie ma jeszcze transportów',
        hint: 'Transport dodaje się do alokacji, na karcie „Realizacja” kontraktu.',
      }}
    />
  );
}

const invoiceSelected = (selection: SelectedRows<TransportRow>) => <InvoiceSelected selection={selection} />;

function UnloadingListButton() {
  return (
    <Button
      variant="default"
      leftSection={<IconFileImport size={16} stroke={1.5} aria-hidden />}
      renderRoot={(props: object) => <Link {...props} to="/logistics/unloading-list" />}
    >
      Wczytaj listę rozładunków
    </Button>
  );
}
