import { Alert, Button, Group, Text } from '@mantine/core';
import type { Side } from '@spichlerz/shared/domain/side';
import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { CONTRACT_STATUS_WORDS } from '@spichlerz/shared/words/statuses';
import { IconInfoCircle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { setContractStatus } from '../../api/contracts.ts';
import { useAfterChange } from '../../components/save/after-change.ts';
import { notifySuccess } from '../../ui/notify.tsx';

const WORD = CONTRACT_STATUS_WORDS.TO_SETTLEMENT;

/** No status changes by itself: what could be the next one is offered (decisions 5). */
export function SettlementSuggestion({ side, contract }: { side: Side; contract: ContractRecord }) {
  const afterChange = useAfterChange();
  const change = useMutation({
    mutationFn: () => setContractStatus(side, contract.id, 'TO_SETTLEMENT'),
    onSuccess: async () => {
      await afterChange('contract');
      notifySuccess(`Status kontraktu ${contractNumber(contract)}: ${WORD}.`);
    },
  });
  return (
    <Alert color="gray" icon={<IconInfoCircle size={18} aria-hidden />} py="xs">
      <Group justify="space-between" gap="sm">
        <Text fz="sm" flex="1 1 320px">
          Dostarczono ilość mieszczącą się w tolerancji i nic nie jest w drodze. Kontrakt można już rozliczać.
        </Text>
        <Button size="xs" variant="default" loading={change.isPending} onClick={() => change.mutate()}>
          {`Oznacz jako „${WORD}”`}
        </Button>
      </Group>
    </Alert>
  );
}
