import { Stack, Text } from '@mantine/core';
import { movePurchaseSettlement, moveSalesSettlement } from '@spichlerz/shared/calls/settlements';
import type { TransportRow } from '@spichlerz/shared/calls/transports';
import { type SettlementStatus, whyNotMoveSettlement } from '@spichlerz/shared/domain/settlement';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { formatPrice, orEmpty } from '@spichlerz/shared/words/figures';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { useInvalidateTopic } from '../../api/query-keys.ts';
import { ConflictNotice } from '../../components/save/conflict-notice.tsx';
import { changesBetween, type FieldDescriptions } from '../../components/save/record-changes.ts';
import { takeOthersChanges } from '../../components/save/take-others-changes.ts';
import { SearchSelectField } from '../../ui/field/search-select-field.tsx';
import { TextAreaField } from '../../ui/field/text-field.tsx';
import { optionalRemark, requiredChoice } from '../../ui/form/rules.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { transportWithQuantity } from '../transports/dialog-transport.ts';
import {
  MOVE_IS_LOADING,
  MoveSummary,
  MoveWarnings,
  type PlannedMove,
  useMoveTargets,
  usePlannedMove,
  whyNotMove,
} from '../transports/move.tsx';
import { useTransportWriter } from '../transports/use-stored-transport.ts';
import { dialogTransportOf, type SettlementRow } from './settlement-row.ts';
import { SettlementSummary } from './settlement-summary.tsx';
import { keptFigures, NOT_MOVABLE } from './settlement-texts.ts';
import { factsBetween } from './use-versioned-settlement.tsx';

type Props = {
  side: Side;
  opened: SettlementRow;
  /** The row as it is stored now. */
  current: SettlementRow;
  onClose: () => void;
};

const schemaOf = (disabledReason: string | null) =>
  z.object({
    targetId: requiredChoice<number>().superRefine((_id, context) => {
      if (disabledReason !== null) context.addIssue({ code: 'custom', message: disabledReason });
    }),
    details: optionalRemark(),
  });

type Values = z.input<ReturnType<typeof schemaOf>>;

type Move = { transportId: number; targetId: number; details: string | null; version: number };

const saveMove: BySide<(move: Move) => Promise<true>> = {
  purchase: ({ targetId, ...move }) =>
    call(movePurchaseSettlement, { body: { ...move, newPurchaseId: targetId } }),
  sales: ({ targetId, ...move }) => call(moveSalesSettlement, { body: { ...move, newSalesId: targetId } }),
};

const CONTRACT_OF: BySide<(transport: Pick<TransportRow, 'purchaseId' | 'salesId'>) => number> = {
  purchase: ({ purchaseId }) => purchaseId,
  sales: ({ salesId }) => salesId,
};

const STATUS_OF: BySide<(transport: TransportRow) => SettlementStatus | null> = {
  purchase: ({ purchaseSettlementStatus }) => purchaseSettlementStatus,
  sales: ({ salesSettlementStatus }) => salesSettlementStatus,
};

const TARGET_LABELS: BySide<string> = {
  purchase: 'Nowy kontrakt zakupu',
  sales: 'Nowy kontrakt sprzedaży',
};

/** Moves the settlement of a transport to another contract of this side. */
export function MoveDialog({ side, opened, current, onClose }: Props) {
  const invalidateTopic = useInvalidateTopic();
  const save = useTransportWriter(
    opened.transportId,
    () => invalidateTopic('settlement'),
    (fresh) => {
      const status = STATUS_OF[side](fresh);
      return status !== null && whyNotMoveSettlement(side, status) === null ? null : NOT_MOVABLE[side];
    },
  );
  const [targetId, setTargetId] = useState<number | null>(null);
  // If the transport is already at the target, an earlier move succeeded and its response was lost. A retry
  // sends the version with which the dialog opened, so that the server recognizes the retry.
  const row = CONTRACT_OF[side](current) === targetId ? opened : current;
  const transport = dialogTransportOf(row);
  const source = useMoveTargets('settlement', side, transport);
  const planned = usePlannedMove('settlement', side, transport, targetId);
  const disabledReason = whyNotMove(planned);
  const theirs = valuesOf(row);
  const form = useZodForm(schemaOf(disabledReason), theirs);
  const [base, setBase] = useState(theirs);
  if (theirs.details !== base.details) setBase(theirs);
  useEffect(() => {
    takeOthersChanges(form, FIELD_DESCRIPTIONS, form.formState.defaultValues as Values, base);
  }, [form, base]);
  const isContested = form.getValues('details') !== theirs.details;
  const fields = changesBetween(FIELD_DESCRIPTIONS, valuesOf(opened), theirs);
  const changes = [
    ...factsBetween(['weight'], opened, row),
    ...fields.map((change) => ({ ...change, isContested })),
  ];
  useEffect(() => {
    if (targetId !== null && disabledReason !== MOVE_IS_LOADING) void form.trigger('targetId');
  }, [form, targetId, disabledReason]);

  return (
    <FormDialog
      title={`Przenieś rozliczenie, ${row.registrationNumber}`}
      form={form}
      onClose={onClose}
      saveLabel="Dalej"
      fieldNames={{ newPurchaseId: 'targetId', newSalesId: 'targetId' }}
      confirm={() => ({
        title: 'Przenieść rozliczenie?',
        message: <MoveSummary move={planned} intro={introOf(side, row, planned)} />,
        confirmLabel: 'Przenieś',
      })}
      onSave={async (values) => {
        const { transportId, version } = row;
        await save(
          () => saveMove[side]({ ...values, details: values.details ?? null, transportId, version }),
          (fresh) => CONTRACT_OF[side](fresh) === values.targetId,
        );
      }}
      onSaved={() => notifySuccess(row.registrationNumber, 'Przeniesiono rozliczenie')}
    >
      <Stack gap="sm">
        {changes.length > 0 ? (
          <ConflictNotice
            changes={changes}
            onLoadCurrent={
              fields.length > 0 && isContested
                ? () => form.resetField('details', { defaultValue: theirs.details })
                : 'shown'
            }
          />
        ) : null}
        <SettlementSummary row={row} />
        <SearchSelectField
          control={form.control}
          name="targetId"
          label={TARGET_LABELS[side]}
          source={source}
          onPick={(option) => setTargetId(option?.value ?? null)}
          required
          data-autofocus
        />
        {planned.target ? (
          <Text fz="sm">
            {`Cena rzeczywista zmieni się na cenę nowego ${SIDE_LABELS[side].contractGenitive}, ${formatPrice(planned.target.price, planned.target.currency)}. ${keptFigures(row)}`}
          </Text>
        ) : null}
        <MoveWarnings move={planned} />
        <TextAreaField control={form.control} name="details" label="Szczegóły" rows={2} />
      </Stack>
    </FormDialog>
  );
}

const valuesOf = ({ details }: SettlementRow): Values => ({ targetId: null, details: details ?? '' });

const FIELD_DESCRIPTIONS: FieldDescriptions<Values> = {
  targetId: { label: 'Nowy kontrakt', show: (id) => String(id) },
  details: { label: 'Szczegóły', show: orEmpty },
};

function introOf(side: Side, row: SettlementRow, { target }: PlannedMove): string {
  const name = target
    ? `${(target.supplier ?? target.recipient)?.name ?? ''}, kontrakt ${contractNumber(target)}`
    : '';
  return `${transportWithQuantity(dialogTransportOf(row))}, przejdzie do ${SIDE_LABELS[side].contractGenitive}: ${name}.`;
}
