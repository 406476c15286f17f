import { logisticsColumns } from './transport-columns.tsx';
import { logisticsListParams } from './transport-list-params.ts';
import { TransportTable } from './transport-table.tsx';

/** The transports of all contracts; it opens with those that are not released yet. */
export function LogisticsPage() {
  return (
    <TransportTable
      title="Logistyka"
      listName="transports"
      menuPath="/logistics"
      params={logisticsListParams}
      columns={logisticsColumns}
      empty={{
        title: 'Nie ma jeszcze transportów',
        hint: 'Transport dodaje się do alokacji, na karcie „Realizacja” kontraktu.',
      }}
    />
  );
}
