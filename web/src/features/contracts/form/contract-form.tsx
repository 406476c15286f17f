import { Stack } from '@mantine/core';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import type { ComponentType, ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { DaysField } from '../../../components/field/unit-fields.tsx';
import { DateField } from '../../../ui/field/date-field.tsx';
import { TextAreaField, TextField } from '../../../ui/field/text-field.tsx';
import { FormPair, FormSection, WideField } from '../../../ui/form/form-shell.tsx';
import { useCrossFieldValidation } from '../../../ui/form/use-zod-form.ts';
import { ContractContacts } from './contract-form-contacts.tsx';
import { ContractMaterialFields } from './contract-form-material.tsx';
import { ContractParty } from './contract-form-party.tsx';
import { ContractPlace } from './contract-form-place.tsx';
import { ContractPrices } from './contract-form-prices.tsx';
import { PurchaseMinPrice, PurchaseRequirements, SalesRequirements } from './contract-form-requirements.tsx';
import type { ContractWithRules } from './contract-form-rule-values.ts';
import { ContractRuleTerms } from './contract-form-rules.tsx';
import { ContractTerms } from './contract-form-terms.tsx';
import type { ContractForm } from './contract-form-values.ts';

/** The section of the requirements, per side. */
const REQUIREMENTS: BySide<ComponentType<{ form: ContractForm }>> = {
  purchase: PurchaseRequirements,
  sales: SalesRequirements,
};
const PRICE_LIMIT: BySide<ComponentType<{ form: ContractForm }> | null> = {
  purchase: PurchaseMinPrice,
  sales: null,
};

/* The fields of each validation rule that uses several fields. */
const DATE_FIELDS = ['dateOfReceiptFrom', 'dateOfReceiptTo'] as const;
const PLACE_FIELDS = ['fcaCpt', 'address.postCode', 'address.city', 'address.countryCode'] as const;
const TOLERANCE_FIELDS = ['tolerance.isOn', 'tolerance.unit', 'tolerance.quantity', 'quantityKg'] as const;
const MAIN_OPTION = ['mainCargoOption'] as const;
const MORE_OPTIONS = ['additionalCargoOption'] as const;

type Props = {
  side: Side;
  form: ContractForm;
  /** The edited contract, or null for a new one. */
  record: ContractWithRules | null;
  /** The contract whose terms the new contract starts with. */
  copied?: ContractWithRules | null;
  /** The notification section of a new contract. */
  children?: ReactNode;
};

/** The sections of the form of a contract. */
export function ContractFields({ side, form, record, copied = null, children }: Props) {
  useCrossFieldValidation(form, DATE_FIELDS);
  useCrossFieldValidation(form, PLACE_FIELDS);
  useCrossFieldValidation(form, TOLERANCE_FIELDS);
  useCrossFieldValidation(form, MAIN_OPTION);
  useCrossFieldValidation(form, MORE_OPTIONS);
  const Requirements = REQUIREMENTS[side];
  const PriceLimit = PRICE_LIMIT[side];
  return (
    <>
      <FormPair>
        <FormSection title="Kontrahent i warunki">
          <ContractParty side={side} form={form} record={record} />
          <ContractTerms side={side} form={form} record={record}>
            <Requirements form={form} />
          </ContractTerms>
        </FormSection>
        <FormSection title="Towar i ceny">
          <ContractMaterialFields form={form} record={record} />
          <ContractPrices form={form}>{PriceLimit ? <PriceLimit form={form} /> : null}</ContractPrices>
        </FormSection>
      </FormPair>
      <ContractRuleTerms side={side} form={form} record={record} copied={copied} />
      <FormPair>
        <ContractPlace side={side} form={form}>
          <ReceiptDates side={side} form={form} />
        </ContractPlace>
        <Stack gap="md">
          <ContractContacts side={side} form={form} />
          {children}
        </Stack>
      </FormPair>
      <FormPair>
        <PrintedTerms form={form} />
        <FormSection title="Uwagi" columns={1}>
          <TextAreaField
            control={form.control}
            name="comments"
            aria-label="Uwagi"
            description="Nie są drukowane. Są wysyłane w powiadomieniu e-mail o nowym kontrakcie."
            minRows={4}
            autosize
            maxRows={12}
          />
        </FormSection>
      </FormPair>
    </>
  );
}

/** The terms for the contract confirmation. The payment term also determines the due date of invoices. */
function PrintedTerms({ form: { control } }: { form: ContractForm }) {
  return (
    <FormSection title="Potwierdzenie kontraktu">
      <DateField control={control} name="concludedOn" label="Data zawarcia" />
      <TextField control={control} name="concludedAt" label="Miejsce zawarcia" />
      <DaysField control={control} name="paymentDays" label="Termin płatności" />
      <WideField>
        <TextAreaField
          control={control}
          name="printedRemarks"
          label="Dla kontrahenta"
          description="Drukowane na potwierdzeniu kontraktu."
          minRows={2}
          autosize
          maxRows={12}
        />
      </WideField>
    </FormSection>
  );
}

function ReceiptDates({ side, form: { control } }: { side: Side; form: ContractForm }) {
  const [from, to] = useWatch({ control, name: ['dateOfReceiptFrom', 'dateOfReceiptTo'] });
  const title = SIDE_LABELS[side].receiptDates;
  return (
    <>
      <DateField
        control={control}
        name="dateOfReceiptFrom"
        label={`${title} od`}
        excludeDate={(day) => to !== '' && day > to}
        startAt={to}
        required
      />
      <DateField
        control={control}
        name="dateOfReceiptTo"
        label={`${title} do`}
        excludeDate={(day) => from !== '' && day < from}
        startAt={from}
        required
      />
    </>
  );
}
