import { Alert, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { allocate } from '@spichlerz/shared/calls/allocations';
import {
  type Allocation,
  allocatableKg,
  doReceiptDatesOverlap,
  limitingSides,
  missingRequirements,
  offeredKg,
  quantityWarning,
  requirementWarning,
} from '@spichlerz/shared/domain/allocation';
import { allowedKg, toAllocateKg } from '@spichlerz/shared/domain/contract';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import { kilograms } from '@spichlerz/shared/domain/units';
import type { ContractRow } from '@spichlerz/shared/wire/contracts';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { formatDateRange, formatPrice, formatTonnes, orEmpty } from '@spichlerz/shared/words/figures';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { useInvalidateTopic } from '../../api/query-keys.ts';
import { FactLines } from '../../components/fact-lines.tsx';
import { QuantityField } from '../../components/field/unit-fields.tsx';
import { ConflictNotice } from '../../components/save/conflict-notice.tsx';
import { requiredInteger } from '../../ui/form/rules.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { formatRemaining } from '../../words/format.ts';
import { ALLOCATION_WARNINGS, DATES_DO_NOT_OVERLAP, QUALITIES_DIFFER } from '../../words/warnings.ts';
import { balanceOf } from '../contracts/contract-balance.ts';
import { MarginPreview } from './margin-preview.tsx';

type Props = {
  purchase: ContractRow;
  sale: ContractRow;
  /** The open quantity of the allocation, in kilograms; 0 for a new allocation. */
  openKg: number;
  onClose: () => void;
};

/**
 * Sets the quantity that a purchase contract allocates to a sales contract: creates an allocation, changes or
 * releases it.
 */
export function AllocationDialog({ purchase, sale, openKg, onClose }: Props) {
  const invalidateTopic = useInvalidateTopic();
  // Fixed when the dialog opens, because a save whose response was lost may already have created the
  // allocation.
  const [isNew] = useState(openKg === 0);
  const [baseKg, setBaseKg] = useState(openKg);
  const allocation: Allocation = { commitKg: kilograms(openKg), effKg: kilograms(0) };
  const contracts: BySide<ContractRow> = { purchase, sales: sale };
  const [from, to] = [balanceOf(purchase), balanceOf(sale)];
  const most = allocatableKg(from, to, allocation);
  const offered = offeredKg(from, to, allocation);
  const schema = z.object({
    quantity: requiredInteger({ min: isNew ? 1 : 0 }).refine((kg) => kg <= most, {
      message: tooMuchSentence(contracts, most),
    }),
  });
  const form = useZodForm(schema, { quantity: isNew ? (offered > 0 ? offered : null) : openKg });
  const quantity = useWatch({ control: form.control, name: 'quantity' }) ?? 0;
  useEffect(() => {
    // another user's allocation can change the limit after the quantity was typed
    const isAbove = (form.getValues('quantity') ?? 0) > most;
    if (isAbove || form.getFieldState('quantity').invalid) void form.trigger('quantity');
  }, [form, most]);
  const warning = quantity <= most ? quantityWarning(from, to, allocation, kilograms(quantity)) : null;
  const warnings = [
    warning === null ? null : ALLOCATION_WARNINGS[warning],
    requirementSentence(purchase, sale),
    doReceiptDatesOverlap(purchase, sale) ? null : DATES_DO_NOT_OVERLAP,
    missingRequirements(purchase, sale).includes('quality') ? QUALITIES_DIFFER : null,
  ].filter((sentence) => sentence !== null);

  return (
    <FormDialog
      title={isNew ? 'Nowa alokacja' : 'Edytuj alokację'}
      form={form}
      onClose={onClose}
      saveLabel={isNew ? 'Alokuj' : 'Zapisz'}
      allowUnchanged={isNew}
      fieldNames={{ quantityKg: 'quantity' }}
      onSave={async (values) => {
        const body = { purchaseId: purchase.id, quantityKg: values.quantity };
        await call(allocate, { params: { id: sale.id }, body });
        await invalidateTopic('allocation');
        return values.quantity;
      }}
      onSaved={(kg) =>
        notifySuccess(
          `${contractNumber(purchase)} → ${contractNumber(sale)}: ${formatTonnes(kg === 0 ? openKg : kg)}`,
          kg === 0 ? 'Zwolniono alokację' : isNew ? 'Dodano alokację' : 'Zmieniono alokację',
        )
      }
      consequence={
        !isNew && quantity === 0 ? 'Alokacja zostanie zwolniona. Transporty zostają bez zmian.' : undefined
      }
    >
      <Stack gap="md">
        {openKg === baseKg || openKg === quantity || form.formState.isSubmitting ? null : (
          <ConflictNotice
            changes={[
              { label: HEADERS.allocated, before: formatTonnes(baseKg), after: formatTonnes(openKg) },
            ]}
            onLoadCurrent={() => {
              setBaseKg(openKg);
              form.reset({ quantity: openKg });
            }}
          />
        )}
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <ContractSummary side="purchase" contract={purchase} />
          <ContractSummary side="sales" contract={sale} />
        </SimpleGrid>
        <QuantityField
          control={form.control}
          name="quantity"
          label="Ilość do zaalokowania"
          description={`${offerSentence(offered, most, openKg)} ${limitSentence(contracts)}`}
          data-autofocus
          required
        />
        <MarginPreview purchase={purchase} sale={sale} quantityKg={quantity} />
        {warnings.map((sentence) => (
          <Alert key={sentence} color="orange" icon={<IconAlertTriangle size={18} aria-hidden />} py="xs">
            {sentence}
          </Alert>
        ))}
      </Stack>
    </FormDialog>
  );
}

/**
 * The error of a quantity above the limit. If only one contract sets the limit, the error names this contract.
 */
function tooMuchSentence(contracts: BySide<ContractRow>, most: number): string {
  const [side, other] = sidesThatLimit(contracts);
  const allows =
    side === undefined || other !== undefined
      ? 'Oba kontrakty pozwalają'
      : `${SIDE_LABELS[side].contract} ${contractNumber(contracts[side])} pozwala`;
  return `${allows} zaalokować tu najwyżej ${formatTonnes(most)}.`;
}

/**
 * States the proposed quantity and, if the tolerance allows more, the maximum. The proposal includes the
 * existing allocation, which is not part of the contracts' free quantity.
 */
function offerSentence(offered: number, most: number, openKg: number): string {
  const held = openKg > 0 ? ` (w tym obecna alokacja ${formatTonnes(openKg)})` : '';
  const withTolerance = most > offered ? `, najwięcej z tolerancją ${formatTonnes(most)}` : '';
  return `Proponowane ${formatTonnes(offered)}${held}${withTolerance}.`;
}

/** Names the contract or contracts that limit the quantity, and how much more can be allocated. */
function limitSentence(contracts: BySide<ContractRow>): string {
  const sides = sidesThatLimit(contracts);
  const names = sides.map(
    (side) => `${SIDE_LABELS[side].contract.toLowerCase()} ${contractNumber(contracts[side])}`,
  );
  const left = Math.min(...sides.map((side) => allowedKg(side, balanceOf(contracts[side]))));
  return `${names.length > 1 ? 'Ograniczają' : 'Ogranicza'} ${names.join(' i ')}: zostało ${formatTonnes(left)}.`;
}

function sidesThatLimit({ purchase, sales }: BySide<ContractRow>): readonly Side[] {
  return limitingSides(balanceOf(purchase), balanceOf(sales));
}

function requirementSentence(purchase: ContractRow, sale: ContractRow): string | null {
  const warning = requirementWarning(purchase, sale);
  return warning === null ? null : ALLOCATION_WARNINGS[warning];
}

/** The contract's figures that limit the quantity and cause the warnings. */
function ContractSummary({ side, contract }: { side: Side; contract: ContractRow }) {
  const balance = balanceOf(contract);
  const lines: [string, string][] = [
    [HEADERS.quantity, formatRemaining(contract.quantityKg)],
    [HEADERS.toAllocate, formatRemaining(toAllocateKg(balance))],
    [HEADERS.allowed, formatRemaining(allowedKg(side, balance))],
    [HEADERS.quality, orEmpty(contract.rawMaterialQualityTitle)],
    [SIDE_LABELS[side].receiptDates, formatDateRange(contract.dateOfReceiptFrom, contract.dateOfReceiptTo)],
    [HEADERS.price, formatPrice(contract.price, contract.currency)],
  ];
  return (
    <Paper withBorder p="sm" component="section" aria-label={SIDE_LABELS[side].contract}>
      <Text fz="xs" c="dimmed">
        {SIDE_LABELS[side].contract}
      </Text>
      <Text fw={600} truncate>
        {contractNumber(contract)}
      </Text>
      <Text fz="sm" truncate>
        {(contract.supplier ?? contract.recipient)?.name}
      </Text>
      <FactLines lines={lines} valueStyle={{ fontVariantNumeric: 'tabular-nums' }} />
    </Paper>
  );
}
