import {
  AGREEMENT_STATUSES,
  type AgreementStatus,
  type ContractStatus,
  isEnded,
} from '@spichlerz/shared/domain/contract';
import type { Side } from '@spichlerz/shared/domain/side';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { AGREEMENT_STATUS_LABELS, CONTRACT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { useMutation } from '@tanstack/react-query';
import { setAgreementStatus, setContractStatus } from '../../api/contracts.ts';
import { requestConfirmation } from '../../ui/dialog/confirm.ts';
import { notifySuccess } from '../../ui/notify.tsx';
import { UI_WORDS } from '../../ui/words.ts';
import { formatTonnes } from '../../words/format.ts';
import { useAfterChange } from '../save/after-change.ts';
import { AGREEMENT_STATUS_COLORS, CONTRACT_STATUS_COLORS } from '../status-badge.tsx';
import { StatusButton, StatusMenu } from '../status-menu.tsx';
import { whyNotEnd } from './why-not-end.ts';

/** What the menus need of a contract; list rows and dashboards have it all. */
type Contract = {
  readonly id: number;
  readonly version: number;
  readonly documentNumber: string | null;
  readonly contractStatus: ContractStatus;
  readonly agreementStatus: AgreementStatus;
  readonly allocated: number;
  readonly delivered: number;
  readonly inDeliveryTransportCount: number;
};

const CONTRACT_ORDER = Object.keys(CONTRACT_STATUS_LABELS) as ContractStatus[];

type Props = { side: Side; contract: Contract };

const LABEL = 'Zmień status kontraktu';

const look = (status: ContractStatus) => ({
  value: status,
  label: CONTRACT_STATUS_LABELS[status],
  color: CONTRACT_STATUS_COLORS[status],
});

/** Changes a contract's status in place; the badge shows the old one until the server agrees. */
export function ContractStatusMenu(props: Props) {
  return (
    <StatusButton label={LABEL} current={look(props.contract.contractStatus)}>
      {() => <PressedContractStatus {...props} />}
    </StatusButton>
  );
}

function PressedContractStatus({ side, contract }: Props) {
  const afterChange = useAfterChange();
  const change = useMutation({
    mutationFn: (status: ContractStatus) => setContractStatus(side, contract, status),
    onSuccess: async (_done, status) => {
      await afterChange('contract');
      notifySuccess(`Status kontraktu ${contractNumber(contract)}: ${CONTRACT_STATUS_LABELS[status]}.`);
    },
    // what refused it may not be on the screen yet; the old status is back before that
    onError: () => void afterChange('contract'),
  });
  const choice = (status: ContractStatus) => ({
    ...look(status),
    refused: whyNotEnd(side, contract, status),
  });
  const choose = async (status: ContractStatus) => {
    if (isEnded(status) && !(await confirmEnd(contract, status))) return;
    change.mutate(status);
  };
  return (
    <StatusMenu
      label={LABEL}
      current={choice(change.isPending ? change.variables : contract.contractStatus)}
      choices={CONTRACT_ORDER.filter((status) => status !== contract.contractStatus).map(choice)}
      onChoose={(status) => void choose(status)}
      isSaving={change.isPending}
    />
  );
}

/** Ending a contract releases what is still open, which the person must know beforehand (decisions 5). */
function confirmEnd(contract: Contract, status: ContractStatus): Promise<boolean> {
  const releases =
    contract.allocated > 0
      ? ` Zaalokowane, a nieodebrane ${formatTonnes(contract.allocated)} wróci do puli obu kontraktów.`
      : '';
  return requestConfirmation({
    title: `Zmienić status na „${CONTRACT_STATUS_LABELS[status]}”?`,
    message: `Kontrakt ${contractNumber(contract)} nie będzie przyjmował nowych alokacji ani transportów.${releases}`,
    confirmLabel: 'Zmień status',
    cancelLabel: UI_WORDS.keep,
    danger: status === 'CANCELLED',
  });
}

const agreementChoice = (status: AgreementStatus) => ({
  value: status,
  label: AGREEMENT_STATUS_LABELS[status],
  color: AGREEMENT_STATUS_COLORS[status],
});

const AGREEMENT_LABEL = 'Zmień status umowy';

/** Changes the status of the written agreement in place. */
export function AgreementStatusMenu(props: Props) {
  return (
    <StatusButton label={AGREEMENT_LABEL} current={agreementChoice(props.contract.agreementStatus)}>
      {() => <PressedAgreementStatus {...props} />}
    </StatusButton>
  );
}

function PressedAgreementStatus({ side, contract }: Props) {
  const afterChange = useAfterChange();
  const change = useMutation({
    mutationFn: (status: AgreementStatus) => setAgreementStatus(side, contract, status),
    onSuccess: async (_done, status) => {
      await afterChange('contract');
      notifySuccess(`Status umowy ${contractNumber(contract)}: ${AGREEMENT_STATUS_LABELS[status]}.`);
    },
    onError: () => void afterChange('contract'),
  });
  return (
    <StatusMenu
      label={AGREEMENT_LABEL}
      current={agreementChoice(change.isPending ? change.variables : contract.agreementStatus)}
      choices={AGREEMENT_STATUSES.filter((status) => status !== contract.agreementStatus).map(
        agreementChoice,
      )}
      onChoose={(status) => change.mutate(status)}
      isSaving={change.isPending}
    />
  );
}
