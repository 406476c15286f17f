import { logisticsColumns } from './transport-columns.tsx';
import { TransportTable } from './transport-table.tsx';

/** All transports. */
export function LogisticsPage() {
  return (
    <TransportTable
      title="Logistyka"
      listName="transports"
      menuPath="/logistics"
      columns={logisticsColumns}
      empty={{
        title: 'Nie ma jeszcze transportów',
        hint: 'Transport dodaje się do alokacji, na karcie „Realizacja” kontraktu.',
      }}
    />
  );
}
