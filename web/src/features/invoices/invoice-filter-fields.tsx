import { HEADERS } from '@spichlerz/shared/words/headers';
import { DayRangeFields } from '../../components/field/range-fields.tsx';
import { FlagField } from '../../ui/field/flag-field.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import type { FilterFieldsProps } from '../../ui/table/list-filters.tsx';
import { CURRENCY_OPTIONS } from '../../words/labels.ts';
import { type InvoiceListParams, RANGES } from './invoice-list-params.ts';

/** These fields load when the filter panel opens, because they import most of the form code. */
export function InvoiceFilterFields({ control }: FilterFieldsProps<InvoiceListParams>) {
  return (
    <>
      <FlagField control={control} name="isPaid" label={HEADERS.paid} />
      <FlagField control={control} name="isOverdue" label="Po terminie" />
      <FlagField control={control} name="withoutKsef" label="Bez numeru KSeF" />
      <DayRangeFields control={control} {...RANGES.due} label={HEADERS.paymentDate} />
      <DayRangeFields control={control} {...RANGES.issue} label={HEADERS.issueDate} />
      <SelectField
        control={control}
        name="currency"
        label={HEADERS.currency}
        options={CURRENCY_OPTIONS}
        clearable
      />
    </>
  );
}
