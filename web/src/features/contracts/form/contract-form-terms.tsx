import { Anchor } from '@mantine/core';
import {
  AGREEMENT_STATUSES,
  ALLOCATABLE_STATUSES,
  type ContractStatus,
  isCurrencyLocked,
} from '@spichlerz/shared/domain/contract';
import type { Side } from '@spichlerz/shared/domain/side';
import { kilograms } from '@spichlerz/shared/domain/units';
import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import { AGREEMENT_STATUS_LABELS, CONTRACT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { documentNumberQuery } from '../../../api/contracts.ts';
import { userOptionsQuery } from '../../../api/reference.ts';
import { type Option, SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { CURRENCY_OPTIONS } from '../../../words/labels.ts';
import { isAddressBlank, proposeAddress, useChosenContractor } from './contract-form-contractor.ts';
import { FORM_TEXTS, LOCKED_CURRENCY } from './contract-form-texts.ts';
import type { ContractForm } from './contract-form-values.ts';
import { whyNotChangeStatus } from './saved-contract-schema.ts';

type Props = { side: Side; form: ContractForm; record: ContractRecord | null; children: ReactNode };

const FREIGHT: Option<boolean>[] = [
  { value: true, label: 'FCA' },
  { value: false, label: 'CPT' },
];

/** The fields of the terms, without raw material and prices. `children` are the requirements of the side. */
export function ContractTerms({ side, form, record, children }: Props) {
  const { control } = form;
  const [isFca, status] = useWatch({ control, name: ['fcaCpt', 'status'] });
  const disabledReason = record === null ? null : whyNotChangeStatus(side, record, status);
  useEffect(() => {
    // another user's transport can make a picked status impossible, or possible again
    if (disabledReason !== null || form.getFieldState('status').invalid) void form.trigger('status');
  }, [form, disabledReason]);
  const contractor = useChosenContractor(side, form);
  const owners = useQuery(userOptionsQuery).data ?? [];
  const isListed = record === null || owners.some(({ value }) => value === record.ownerId);
  const ownerOptions = isListed ? owners : [...owners, { value: record.ownerId, label: record.owner }];
  const isLocked = record !== null && isCurrencyLocked({ deliveredKg: kilograms(record.delivered) });
  const words = FORM_TEXTS[side].freight;
  return (
    <>
      <TextField
        control={control}
        name="documentNumber"
        label="Nr kontraktu"
        description={record === null ? <FreeNumber side={side} form={form} /> : null}
      />
      <SelectField
        control={control}
        name="status"
        label="Status kontraktu"
        options={statusOptions(side, record, status)}
        required
      />
      <SelectField
        control={control}
        name="agreementStatus"
        label="Status umowy"
        options={AGREEMENT_STATUSES.map((value) => ({ value, label: AGREEMENT_STATUS_LABELS[value] }))}
        required
      />
      <SelectField
        control={control}
        name="userId"
        label="Opiekun"
        options={ownerOptions}
        searchable
        required
      />
      <SelectField
        control={control}
        name="currency"
        label="Waluta"
        options={CURRENCY_OPTIONS}
        disabled={isLocked}
        description={isLocked ? LOCKED_CURRENCY : null}
        required
      />
      <SelectField
        control={control}
        name="fcaCpt"
        label="Warunki dostawy"
        options={FREIGHT}
        description={isFca ? words.fca : words.cpt}
        onPick={() => {
          const isBlank = isAddressBlank(form.getValues('address'));
          if (contractor !== undefined && isBlank) proposeAddress(side, form, contractor);
        }}
        required
      />
      {children}
    </>
  );
}

/**
 * A new contract can only have a status that allows allocations. In the form of a stored contract, a status
 * that is not allowed is disabled with a reason. The selected status has no reason in its label, because the
 * field shows this label.
 */
function statusOptions(
  side: Side,
  record: ContractRecord | null,
  selected: ContractStatus,
): Option<ContractStatus>[] {
  if (record === null) {
    return ALLOCATABLE_STATUSES.map((value) => ({ value, label: CONTRACT_STATUS_LABELS[value] }));
  }
  return (Object.keys(CONTRACT_STATUS_LABELS) as ContractStatus[]).map((value) => {
    const disabledReason = whyNotChangeStatus(side, record, value);
    const label = CONTRACT_STATUS_LABELS[value];
    if (disabledReason === null) return { value, label };
    return { value, label: value === selected ? label : `${label}. ${disabledReason}`, disabled: true };
  });
}

/**
 * Offers the next free number, because another user may have saved the proposed number
 * while this form was open.
 */
function FreeNumber({ side, form }: { side: Side; form: ContractForm }) {
  const typed = useWatch({ control: form.control, name: 'documentNumber' });
  const free = useQuery(documentNumberQuery(side)).data?.documentNumber;
  if (free === undefined || free === typed) return null;
  return (
    <>
      Następny wolny:{' '}
      <Anchor
        component="button"
        type="button"
        fz="inherit"
        onClick={() => form.setValue('documentNumber', free, { shouldDirty: true, shouldValidate: true })}
      >
        {free}
      </Anchor>
    </>
  );
}
