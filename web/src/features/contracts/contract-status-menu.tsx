import { Text } from '@mantine/core';
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
import { keptContract, setAgreementStatus, setContractStatus } from '../../api/contracts.ts';
import { useInvalidateTopic } from '../../api/query-keys.ts';
import { whyNotChangeOutsideForm } from '../../components/save/save-form-first.ts';
import { AGREEMENT_STATUS_COLORS, CONTRACT_STATUS_COLORS } from '../../components/status-badge.tsx';
import { StatusButton, StatusMenu } from '../../components/status-menu.tsx';
import { requestConfirmation } from '../../ui/overlay/confirm.ts';
import { notifySuccess, notifyWarning } from '../../ui/overlay/notify.tsx';
import { useKeepRow } from '../../ui/table/use-kept-rows.ts';
import { UI_TEXTS } from '../../ui/texts.ts';
import { whyNotEnd } from './contract-balance.ts';
import { EndingSentence } from './ending-sentence.tsx';

/** The fields of a contract that the menus need; list rows and dashboards have all of them. */
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

const STATUS_ORDER = Object.keys(CONTRACT_STATUS_LABELS) as ContractStatus[];

type Props = { side: Side; contract: Contract };

const LABEL = 'Zmień status kontraktu';

const statusOption = (status: ContractStatus) => ({
  value: status,
  label: CONTRACT_STATUS_LABELS[status],
  color: CONTRACT_STATUS_COLORS[status],
});

const shownStatus = ({ contract }: Props) => ({
  label: LABEL,
  current: statusOption(contract.contractStatus),
});

/**
 * A badge with a menu that changes the contract's status. The badge shows the new status while it is saved, and
 * the old status again after a failure.
 */
export function ContractStatusMenu(props: Props) {
  return <StatusButton {...shownStatus(props)}>{() => <OpenContractStatusMenu {...props} />}</StatusButton>;
}

function OpenContractStatusMenu(props: Props) {
  return <StatusMenu {...useContractStatus(props)} />;
}

/**
 * A change of a status. `undoTo` is the status that "Cofnij" restores, or null if the change cannot be undone.
 */
type Change<Status> = { to: Status; version: number; undoTo: Status | null };

function useContractStatus({ side, contract }: Props) {
  const invalidateTopic = useInvalidateTopic();
  const keepRow = useKeepRow();
  const subject = `Status kontraktu ${contractNumber(contract)}`;
  const change = useMutation({
    meta: { failureTitle: subject },
    mutationFn: ({ to, version }: Change<ContractStatus>) =>
      setContractStatus(side, { ...contract, version }, to),
    onSuccess: async (_done, done) => {
      keepRow(contract.id, { contractStatus: done.to, version: done.version + 1 }, keptContract(side));
      await invalidateTopic('contract');
      notifySuccess(
        `${subject}: ${CONTRACT_STATUS_LABELS[done.to]}.`,
        undefined,
        undoOf(done, change.mutate),
      );
    },
    // Another user's change may be the cause, so the contract is refetched. The refetch is not awaited, so that
    // the badge shows the old status at once.
    onError: () => void invalidateTopic('contract'),
  });
  const choice = (status: ContractStatus) => ({
    ...statusOption(status),
    disabledReason: whyNotEnd(side, contract, status),
  });
  const choose = async (status: ContractStatus) => {
    const { version, contractStatus } = contract;
    let releasedKg = 0;
    const showReleased = (kg: number) => {
      releasedKg = kg;
    };
    if (isEnded(status) && !(await confirmEnding(side, contract, status, showReleased))) return;
    // undoing the end of a contract would not restore the allocations that the end has released
    change.mutate({ to: status, version, undoTo: releasedKg > 0 ? null : contractStatus });
  };
  return {
    label: LABEL,
    current: choice(change.isPending ? change.variables.to : contract.contractStatus),
    choices: STATUS_ORDER.filter((status) => status !== contract.contractStatus).map(choice),
    onChoose: (status: ContractStatus) => void choose(status),
    isSaving: change.isPending,
  };
}

/** The button "Cofnij" of the notification. The change that it undoes has raised the version by one. */
function undoOf<Status>({ version, undoTo }: Change<Status>, change: (undo: Change<Status>) => void) {
  if (undoTo === null) return undefined;
  const undo = {
    label: UI_TEXTS.undo,
    onClick: () => {
      const reason = whyNotChangeOutsideForm();
      if (reason === null) change({ to: undoTo, version: version + 1, undoTo: null });
      // the pressed button has closed its notification
      else notifyWarning(reason, undefined, undo);
    },
  };
  return undo;
}

/**
 * Asks the user to confirm the end of a contract, which releases its open allocations (customer decisions 5).
 */
function confirmEnding(
  side: Side,
  contract: Contract,
  status: ContractStatus,
  onShow: (releasedKg: number) => void,
): Promise<boolean> {
  return requestConfirmation({
    title: `Zmienić status na „${CONTRACT_STATUS_LABELS[status]}”?`,
    message: (
      <Text>
        <EndingSentence side={side} contract={contract} onShow={onShow} />
      </Text>
    ),
    confirmLabel: 'Zmień status',
    cancelLabel: UI_TEXTS.keep,
    danger: status === 'CANCELLED',
  });
}

const agreementOption = (status: AgreementStatus) => ({
  value: status,
  label: AGREEMENT_STATUS_LABELS[status],
  color: AGREEMENT_STATUS_COLORS[status],
});

const AGREEMENT_LABEL = 'Zmień status umowy';

const shownAgreement = ({ contract }: Props) => ({
  label: AGREEMENT_LABEL,
  current: agreementOption(contract.agreementStatus),
});

/** A badge with a menu that changes the status of the written agreement. */
export function AgreementStatusMenu(props: Props) {
  return (
    <StatusButton {...shownAgreement(props)}>{() => <OpenAgreementStatusMenu {...props} />}</StatusButton>
  );
}

function OpenAgreementStatusMenu(props: Props) {
  return <StatusMenu {...useAgreementStatus(props)} />;
}

function useAgreementStatus({ side, contract }: Props) {
  const invalidateTopic = useInvalidateTopic();
  const keepRow = useKeepRow();
  const subject = `Status umowy ${contractNumber(contract)}`;
  const change = useMutation({
    meta: { failureTitle: subject },
    mutationFn: ({ to, version }: Change<AgreementStatus>) =>
      setAgreementStatus(side, { ...contract, version }, to),
    onSuccess: async (_done, done) => {
      keepRow(contract.id, { agreementStatus: done.to, version: done.version + 1 }, keptContract(side));
      await invalidateTopic('contract');
      notifySuccess(
        `${subject}: ${AGREEMENT_STATUS_LABELS[done.to]}.`,
        undefined,
        undoOf(done, change.mutate),
      );
    },
    onError: () => void invalidateTopic('contract'),
  });
  return {
    label: AGREEMENT_LABEL,
    current: agreementOption(change.isPending ? change.variables.to : contract.agreementStatus),
    choices: AGREEMENT_STATUSES.filter((status) => status !== contract.agreementStatus).map(agreementOption),
    onChoose: (status: AgreementStatus) =>
      change.mutate({ to: status, version: contract.version, undoTo: contract.agreementStatus }),
    isSaving: change.isPending,
  };
}

/** One menu for both statuses of a contract in a cell of a list. */
export function ContractStatusesMenu(props: Props) {
  return (
    <StatusButton {...shownStatus(props)} second={shownAgreement(props)}>
      {() => <OpenContractStatusesMenu {...props} />}
    </StatusButton>
  );
}

function OpenContractStatusesMenu(props: Props) {
  return <StatusMenu {...useContractStatus(props)} second={useAgreementStatus(props)} />;
}
