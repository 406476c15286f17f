import { Button } from '@mantine/core';
import type { ContractStatus } from '@spichlerz/shared/domain/contract';
import type { Side } from '@spichlerz/shared/domain/side';
import type { ContractRow } from '@spichlerz/shared/wire/contracts';
import { CONTRACT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { CONTRACT_STATUS_COLORS } from '../../../components/status-badge.tsx';
import { BulkStatusMenu } from '../../../components/status-menu.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { SelectionBar } from '../../../ui/table/selection-bar.tsx';
import type { SelectedRows } from '../../../ui/table/use-selection.ts';
import { labelOptions } from '../../../words/labels.ts';
import { countAndTonnes, whyNoneCanChange } from './contract-bulk-texts.ts';

const StatusDialog = lazyComponent(async () => (await import('./contract-bulk-dialogs.tsx')).StatusDialog);
const OwnerDialog = lazyComponent(async () => (await import('./contract-bulk-dialogs.tsx')).OwnerDialog);

type Props = { side: Side; selection: SelectedRows<ContractRow> };
type Opened = { kind: 'status'; status: ContractStatus } | { kind: 'owner' };

/** Bulk actions on the selected contracts. */
export function ContractBulk({ side, selection }: Props) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const { rows } = selection;
  return (
    <>
      <SelectionBar selection={selection} counted={countAndTonnes(rows)}>
        <BulkStatusMenu
          choices={labelOptions(CONTRACT_STATUS_LABELS).map(({ value, label }) => ({
            value,
            label,
            color: CONTRACT_STATUS_COLORS[value],
            disabledReason: whyNoneCanChange(side, rows, value),
          }))}
          onChoose={(status) => setOpened({ kind: 'status', status })}
        />
        <Button
          variant="default"
          leftSection={<IconUser size={16} stroke={1.5} aria-hidden />}
          onClick={() => setOpened({ kind: 'owner' })}
        >
          Zmień opiekuna
        </Button>
      </SelectionBar>
      {opened?.kind === 'status' ? (
        <StatusDialog side={side} selection={selection} status={opened.status} onClose={close} />
      ) : null}
      {opened?.kind === 'owner' ? <OwnerDialog side={side} selection={selection} onClose={close} /> : null}
    </>
  );
}
