import { Button, Select, Stack, Text } from '@mantine/core';
import type { ContractStatus } from '@spichlerz/shared/domain/contract';
import type { Side } from '@spichlerz/shared/domain/side';
import type { ContractRow } from '@spichlerz/shared/wire/contracts';
import { CONTRACT_STATUS_WORDS } from '@spichlerz/shared/words/statuses';
import { IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { setContractOwner, setContractStatus } from '../../api/contracts.ts';
import { userOptionsQuery } from '../../api/reference.ts';
import { useAfterChange } from '../../components/after-change.ts';
import { contractName } from '../../components/contract-status-menu.tsx';
import { CONTRACT_STATUS_COLORS } from '../../components/status-badge.tsx';
import { BulkStatusMenu } from '../../components/status-menu.tsx';
import { BulkDialog } from '../../ui/dialog/bulk-dialog.tsx';
import { SelectionBar } from '../../ui/list/selection-bar.tsx';
import type { SelectedRows } from '../../ui/list/use-selection.ts';
import { notifySuccess } from '../../ui/notify.tsx';
import { COUNTED, counted } from '../../words/plural.ts';
import { wordOptions } from '../../words/word-options.ts';
import { inNumbers, statusConsequences, whyNoneTakes, withoutStatus } from './contract-bulk-words.ts';

type Props = { side: Side; selection: SelectedRows<ContractRow> };
type Opened = { kind: 'status'; status: ContractStatus } | { kind: 'owner' };

/** What can be done with the chosen contracts at once. */
export function ContractBulk({ side, selection }: Props) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const { rows } = selection;
  return (
    <>
      <SelectionBar selection={selection} counted={counted(rows.length, COUNTED.contracts)}>
        <BulkStatusMenu
          choices={wordOptions(CONTRACT_STATUS_WORDS).map(({ value, label }) => ({
            value,
            label,
            color: CONTRACT_STATUS_COLORS[value],
            refused: whyNoneTakes(side, rows, value),
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

type StatusProps = Props & { status: ContractStatus; onClose: () => void };

function StatusDialog({ side, selection, status, onClose }: StatusProps) {
  const afterChange = useAfterChange();
  const [rows] = useState(() => withoutStatus(selection.rows, status));
  const word = CONTRACT_STATUS_WORDS[status];
  return (
    <BulkDialog
      title={`Zmienić status na „${word}”?`}
      rows={rows}
      rowName={contractName}
      message={<Sentences of={statusConsequences(side, rows, status)} />}
      confirmLabel="Zmień status"
      danger={status === 'CANCELLED'}
      change={({ id }) => setContractStatus(side, id, status)}
      onFinished={async (refused) => {
        await afterChange('contract');
        selection.onChange(refused);
      }}
      onAllDone={() =>
        notifySuccess(`${counted(rows.length, COUNTED.contracts)}: ${word}.`, 'Zmieniono status')
      }
      onClose={onClose}
    />
  );
}

function OwnerDialog({ side, selection, onClose }: Props & { onClose: () => void }) {
  const afterChange = useAfterChange();
  const owners = useQuery(userOptionsQuery).data ?? [];
  const [rows] = useState(selection.rows);
  const [ownerId, setOwnerId] = useState<number | null>(null);
  const owner = owners.find(({ value }) => value === ownerId);
  return (
    <BulkDialog
      title="Zmienić opiekuna?"
      rows={rows}
      rowName={contractName}
      message={inNumbers(rows)}
      confirmLabel="Zmień opiekuna"
      refused={owner === undefined ? 'Wybierz nowego opiekuna.' : null}
      change={({ id }) => setContractOwner(side, id, owner?.value ?? 0)}
      onFinished={async (refused) => {
        await afterChange('contract');
        selection.onChange(refused);
      }}
      onAllDone={() =>
        notifySuccess(
          `${counted(rows.length, COUNTED.contracts)}: ${owner?.label ?? ''}.`,
          'Zmieniono opiekuna',
        )
      }
      onClose={onClose}
    >
      <Select<number>
        label="Nowy opiekun"
        placeholder="Wybierz z listy"
        searchable
        data-autofocus
        openOnFocus={false}
        data={owners}
        value={ownerId}
        onChange={setOwnerId}
      />
    </BulkDialog>
  );
}

function Sentences({ of: sentences }: { of: readonly string[] }) {
  return (
    <Stack gap={4}>
      {sentences.map((sentence) => (
        <Text key={sentence}>{sentence}</Text>
      ))}
    </Stack>
  );
}
