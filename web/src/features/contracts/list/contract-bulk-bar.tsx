import { Button } from '@mantine/core';
import type { ContractStatus } from '@spichlerz/shared/domain/contract';
import type { Side } from '@spichlerz/shared/domain/side';
import type { ContractRow } from '@spichlerz/shared/wire/contracts';
import { CONTRACT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { IconUser } from '@tabler/icons-react';
import { CONTRACT_STATUS_COLORS } from '../../../components/status-badge.tsx';
import { BulkStatusMenu } from '../../../components/status-menu.tsx';
import { SelectionBar } from '../../../ui/table/selection-bar.tsx';
import type { SelectedRows } from '../../../ui/table/use-selection.ts';
import { labelOptions } from '../../../words/labels.ts';
import { countAndTonnes, whyNoneCanChange } from './contract-bulk-texts.ts';

export type BulkAction = { kind: 'status'; status: ContractStatus } | { kind: 'owner' };

type Props = { side: Side; selection: SelectedRows<ContractRow>; onChoose: (action: BulkAction) => void };

/** The number of selected contracts and the buttons of their bulk actions. */
export function ContractBulkBar({ side, selection, onChoose }: Props) {
  const { rows } = selection;
  return (
    <SelectionBar selection={selection} counted={countAndTonnes(rows)}>
      <BulkStatusMenu
        choices={labelOptions(CONTRACT_STATUS_LABELS).map(({ value, label }) => ({
          value,
          label,
          color: CONTRACT_STATUS_COLORS[value],
          disabledReason: whyNoneCanChange(side, rows, value),
        }))}
        onChoose={(status) => onChoose({ kind: 'status', status })}
      />
      <Button
        variant="default"
        leftSection={<IconUser size={16} stroke={1.5} aria-hidden />}
        onClick={() => onChoose({ kind: 'owner' })}
      >
        Zmień opiekuna
      </Button>
    </SelectionBar>
  );
}
