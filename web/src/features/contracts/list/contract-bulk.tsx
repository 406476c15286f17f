import type { Side } from '@spichlerz/shared/domain/side';
import type { ContractRow } from '@spichlerz/shared/wire/contracts';
import { useState } from 'react';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import type { SelectedRows } from '../../../ui/table/use-selection.ts';
import type { BulkAction } from './contract-bulk-bar.tsx';

const ContractBulkBar = lazyComponent(async () => (await import('./contract-bulk-bar.tsx')).ContractBulkBar);
const StatusDialog = lazyComponent(async () => (await import('./contract-bulk-dialogs.tsx')).StatusDialog);
const OwnerDialog = lazyComponent(async () => (await import('./contract-bulk-dialogs.tsx')).OwnerDialog);

/** Bulk actions on the selected contracts. The code of the bar and of each dialog loads when it is first shown. */
export function ContractBulk({ side, selection }: { side: Side; selection: SelectedRows<ContractRow> }) {
  const [opened, setOpened] = useState<BulkAction | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      {selection.rows.length > 0 ? (
        <ContractBulkBar side={side} selection={selection} onChoose={setOpened} />
      ) : null}
      {opened?.kind === 'status' ? (
        <StatusDialog side={side} selection={selection} status={opened.status} onClose={close} />
      ) : null}
      {opened?.kind === 'owner' ? <OwnerDialog side={side} selection={selection} onClose={close} /> : null}
    </>
  );
}
