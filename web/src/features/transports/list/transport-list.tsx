import { Button } from '@mantine/core';
import type { Role } from '@spichlerz/shared/domain/role';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import { Link } from '@tanstack/react-router';
import { dashboardLink } from '../../contracts/contract-links.ts';
import type { OpenTransport } from '../transport-dialogs.tsx';
import { contractTransportColumns } from './transport-columns.tsx';
import { ofContract } from './transport-filters.tsx';
import { TransportTable } from './transport-table.tsx';

const COLUMNS: BySide<(role: Role, onOpen: OpenTransport) => ReturnType<typeof contractTransportColumns>> = {
  purchase: (role, onOpen) => contractTransportColumns('purchase', role, onOpen),
  sales: (role, onOpen) => contractTransportColumns('sales', role, onOpen),
};

/** The transports of one contract. */
export function TransportList({ side, contract }: { side: Side; contract: ContractRecord }) {
  return (
    <TransportTable
      title="Transporty"
      listName={`transports:${side}`}
      embedded
      scope={ofContract[side](contract.id)}
      columns={COLUMNS[side]}
      empty={{
        title: 'Ten kontrakt nie ma jeszcze transportów',
        hint: 'Transport dodaje się do alokacji, na karcie „Realizacja”.',
        action: (
          <Button
            variant="default"
            renderRoot={(props: object) => <Link {...props} {...dashboardLink[side](contract.id)} />}
          >
            Przejdź do realizacji
          </Button>
        ),
      }}
    />
  );
}
