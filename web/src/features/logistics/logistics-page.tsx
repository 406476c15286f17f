import { Button } from '@mantine/core';
import type { TransportRow } from '@spichlerz/shared/calls/transports';
import { IconFileImport } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { SelectedRows } from '../../ui/table/use-selection.ts';
import { logisticsColumns } from '../transports/list/transport-columns.tsx';
import { logisticsListParams } from '../transports/list/transport-list-params.ts';
import { TransportTable } from '../transports/list/transport-table.tsx';
import { type InvoicedTransports, InvoiceOfTransports, InvoiceSelected } from './invoice-selected.tsx';

/** The list of transports of all contracts. By default it shows the transports that are not released yet. */
export function LogisticsPage() {
  // The dialog is outside the bar of the selection. The bar disappears when a live change removes the selected
  // transports from the list.
  const [invoiced, setInvoiced] = useState<InvoicedTransports | null>(null);
  return (
    <>
      <TransportTable
        title="Logistyka"
        listName="transports"
        menuPath="/logistics"
        params={logisticsListParams}
        columns={logisticsColumns}
        action={<UnloadingListButton />}
        bulkActions={invoiceSelected(setInvoiced)}
        empty={{
          title: 'Nie ma jeszcze transportów',
          hint: 'Transport dodaje się do alokacji, na karcie „Realizacja” kontraktu.',
        }}
      />
      {invoiced === null ? null : <InvoiceOfTransports {...invoiced} onClose={() => setInvoiced(null)} />}
    </>
  );
}

const invoiceSelected =
  (onOpen: (opened: InvoicedTransports) => void) => (selection: SelectedRows<TransportRow>) => (
    <InvoiceSelected selection={selection} onOpen={onOpen} />
  );

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
