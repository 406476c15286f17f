import { Alert, Button, Group, Text } from '@mantine/core';
import { acceptMax, exceedsTolerance } from '@spichlerz/shared/domain/contract';
import type { Side } from '@spichlerz/shared/domain/side';
import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { formatTonnes } from '@spichlerz/shared/words/figures';
import { CONTRACT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { IconInfoCircle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { setContractStatus } from '../../../api/contracts.ts';
import { useInvalidateTopic } from '../../../api/query-keys.ts';
import { notifySuccess } from '../../../ui/overlay/notify.tsx';
import { balanceOf } from '../contract-balance.ts';

const STATUS_LABEL = CONTRACT_STATUS_LABELS.TO_SETTLEMENT;

/**
 * A sentence about the delivered quantity. It mentions a delivery beyond the tolerance, which
 * matters for the settlement.
 */
function deliveredSentence(contract: ContractRecord): string {
  const balance = balanceOf(contract);
  if (!exceedsTolerance(balance))
    return 'Dostarczono ilość mieszczącą się w tolerancji i nic nie jest w drodze.';
  const beyond = formatTonnes(balance.deliveredKg - acceptMax(balance));
  return `Dostarczono o ${beyond} więcej niż ilość dopuszczalna z tolerancją i nic nie jest w drodze. Sprawdź dostarczoną ilość.`;
}

/** Suggests the next status to the user, because no status changes automatically (customer decisions 5). */
export function SettlementSuggestion({ side, contract }: { side: Side; contract: ContractRecord }) {
  const invalidateTopic = useInvalidateTopic();
  const subject = `Status kontraktu ${contractNumber(contract)}`;
  const change = useMutation({
    meta: { failureTitle: subject },
    mutationFn: () => setContractStatus(side, contract, 'TO_SETTLEMENT'),
    onSuccess: async () => {
      await invalidateTopic('contract');
      notifySuccess(`${subject}: ${STATUS_LABEL}.`);
    },
  });
  return (
    <Alert color="gray" icon={<IconInfoCircle size={18} aria-hidden />} py="xs">
      <Group justify="space-between" gap="sm">
        <Text fz="sm" flex="1 1 320px">
          {`${deliveredSentence(contract)} Kontrakt można już rozliczać.`}
        </Text>
        <Button size="xs" variant="default" loading={change.isPending} onClick={() => change.mutate()}>
          {`Oznacz jako „${STATUS_LABEL}”`}
        </Button>
      </Group>
    </Alert>
  );
}
