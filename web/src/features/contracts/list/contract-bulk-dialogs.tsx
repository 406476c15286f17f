import '../../../ui/field/combobox.css';
import { Select, Stack, Text } from '@mantine/core';
import type { ContractStatus } from '@spichlerz/shared/domain/contract';
import type { Side } from '@spichlerz/shared/domain/side';
import type { ContractRow } from '@spichlerz/shared/wire/contracts';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { CONTRACT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { setContractOwner, setContractStatus } from '../../../api/contracts.ts';
import { useInvalidateTopic } from '../../../api/query-keys.ts';
import { userOptionsQuery } from '../../../api/reference.ts';
import { filterOptions } from '../../../ui/field/select-field.tsx';
import { BulkDialog } from '../../../ui/overlay/bulk-dialog.tsx';
import { notifySuccess } from '../../../ui/overlay/notify.tsx';
import type { SelectedRows } from '../../../ui/table/use-selection.ts';
import { UI_TEXTS } from '../../../ui/texts.ts';
import { counted, NOUN_FORMS } from '../../../words/plural.ts';
import {
  changeSentence,
  statusConsequences,
  whyNoneCanChange,
  withoutStatus,
} from './contract-bulk-texts.ts';

type Props = { side: Side; selection: SelectedRows<ContractRow>; onClose: () => void };

/** Confirms a status change of the selected contracts. */
export function StatusDialog({ side, selection, status, onClose }: Props & { status: ContractStatus }) {
  const invalidateTopic = useInvalidateTopic();
  const [rows] = useState(() => withoutStatus(selection.rows, status));
  // an allocation does not change the version of a contract, so the quantities are those of the refreshed list
  const current = rows.map((row) => selection.rows.find(({ id }) => id === row.id) ?? row);
  const word = CONTRACT_STATUS_LABELS[status];
  return (
    <BulkDialog
      title={`Zmienić status na „${word}”?`}
      rows={rows}
      rowName={contractNumber}
      message={<Sentences of={statusConsequences(side, current, status)} />}
      confirmLabel="Zmień status"
      cancelLabel={UI_TEXTS.keep}
      danger={status === 'CANCELLED'}
      disabledReason={whyNoneCanChange(side, current, status)}
      change={(row) => setContractStatus(side, row, status)}
      onFinished={async (failedIds) => {
        await invalidateTopic('contract');
        selection.onChange(failedIds);
      }}
      onAllDone={() =>
        notifySuccess(`${counted(rows.length, NOUN_FORMS.contracts)}: ${word}.`, 'Zmieniono status')
      }
      onClose={onClose}
    />
  );
}

/** Selects a new owner for the selected contracts. */
export function OwnerDialog({ side, selection, onClose }: Props) {
  const invalidateTopic = useInvalidateTopic();
  const owners = useQuery(userOptionsQuery).data ?? [];
  const [rows] = useState(selection.rows);
  const [ownerId, setOwnerId] = useState<number | null>(null);
  const owner = owners.find(({ value }) => value === ownerId);
  return (
    <BulkDialog
      title="Zmienić opiekuna?"
      rows={rows}
      rowName={contractNumber}
      message={changeSentence(rows)}
      confirmLabel="Zmień opiekuna"
      disabledReason={owner === undefined ? 'Wybierz nowego opiekuna.' : null}
      change={(row) => setContractOwner(side, row, owner?.value ?? 0)}
      onFinished={async (failedIds) => {
        await invalidateTopic('contract');
        selection.onChange(failedIds);
      }}
      onAllDone={() =>
        notifySuccess(
          `${counted(rows.length, NOUN_FORMS.contracts)}: ${owner?.label ?? ''}.`,
          'Zmieniono opiekuna',
        )
      }
      onClose={onClose}
    >
      <Select<number>
        label="Nowy opiekun"
        placeholder="Wybierz z listy"
        searchable
        filter={filterOptions}
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
