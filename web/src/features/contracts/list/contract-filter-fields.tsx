import { HEADERS } from '@spichlerz/shared/words/headers';
import { AGREEMENT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { useWatch } from 'react-hook-form';
import { useOwners } from '../../../api/reference.ts';
import {
  DayRangeFields,
  PriceRangeFields,
  QuantityRangeFields,
} from '../../../components/field/range-fields.tsx';
import { FlagField } from '../../../ui/field/flag-field.tsx';
import { MultiSelectField, type Option, SelectField } from '../../../ui/field/select-field.tsx';
import type { FilterFieldsProps } from '../../../ui/table/list-filters.tsx';
import { labelOptions } from '../../../words/labels.ts';
import { type ContractParams, FREIGHT, RANGES } from './contract-list-params.ts';

type FieldsProps = FilterFieldsProps<ContractParams> & {
  qualities: readonly Option<number>[];
};

/** These fields load when the filter panel opens, because they import most of the form code. */
export function ContractFilterFields({ control, qualities }: FieldsProps) {
  const owners = useOwners(useWatch({ control, name: 'ownerId' }), true) ?? [];
  return (
    <>
      <MultiSelectField
        control={control}
        name="agreementStatus"
        label="Status umowy"
        options={labelOptions(AGREEMENT_STATUS_LABELS)}
      />
      <MultiSelectField control={control} name="ownerId" label="Opiekun" options={owners} />
      {qualities.length > 0 ? (
        <MultiSelectField control={control} name="rawMaterialQualityId" label="Jakość" options={qualities} />
      ) : null}
      <SelectField control={control} name="fcaCpt" label="Warunki dostawy" options={FREIGHT} clearable />
      <DayRangeFields control={control} {...RANGES.dates} label="Termin" />
      <QuantityRangeFields control={control} {...RANGES.quantities} label="Ilość" />
      <PriceRangeFields
        control={control}
        {...RANGES.prices}
        label="Cena"
        currency="currency"
        currencyLabel={HEADERS.currency}
      />
      <FlagField control={control} name="isGmp" label="GMP" />
      <FlagField control={control} name="isCert" label="CERT" />
      <FlagField control={control} name="isFor" label="FOR" />
    </>
  );
}
