import { Stack, Text, Title } from '@mantine/core';
import type { Currency } from '@spichlerz/shared/domain/contract';
import { COSTS_MAX } from '@spichlerz/shared/domain/margin';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { COST_KIND_LABELS } from '@spichlerz/shared/words/margin';
import { useId } from 'react';
import { type Control, useFieldArray, useWatch } from 'react-hook-form';
import { MoneyField } from '../../components/field/unit-fields.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { AddButton, RemoveButton } from '../../ui/form/form-list.tsx';
import { CURRENCY_OPTIONS, labelOptions } from '../../words/labels.ts';
import classes from './cost-fields.module.css';
import { type CostValues, newCost } from './cost-values.ts';

const LIST_IS_FULL = `Transport może mieć najwyżej ${COSTS_MAX} pozostałych kosztów.`;
const KINDS = labelOptions(COST_KIND_LABELS);

type CostForm = { costs: CostValues };

type Props = {
  // TypeScript cannot infer that a larger form has these fields too.
  control: Control<CostForm>;
  /** The currency of the freight, proposed for a new cost. */
  currency: Currency;
  readOnly: boolean;
};

/** The fields of a transport's costs besides its freight, with a line for each cost. */
export function CostFields({ control, currency, readOnly }: Props) {
  const titleId = useId();
  const list = useFieldArray({ control, name: 'costs', keyName: 'key' });
  return (
    <section aria-labelledby={titleId}>
      <Stack gap="xs">
        <div>
          <Title order={3} id={titleId} fz={14}>
            {HEADERS.otherCosts}
          </Title>
          <Text fz="sm" c="dimmed">
            {readOnly && list.fields.length === 0
              ? 'Nie wpisano innych kosztów tego transportu.'
              : 'Przestój, badania, prowizja i inne. Pomniejszają marżę, nie ma ich na wydrukach.'}
          </Text>
        </div>
        {list.fields.map(({ key }, index) => (
          <CostLine
            key={key}
            control={control}
            index={index}
            onRemove={readOnly ? undefined : () => list.remove(index)}
          />
        ))}
        {readOnly ? null : (
          <div>
            <AddButton
              label="Dodaj koszt"
              disabledReason={list.fields.length >= COSTS_MAX ? LIST_IS_FULL : null}
              onAdd={() => list.append(newCost(currency), { focusName: `costs.${list.fields.length}.kind` })}
            />
          </div>
        )}
      </Stack>
    </section>
  );
}

type LineProps = { control: Control<CostForm>; index: number; onRemove: (() => void) | undefined };

function CostLine({ control, index, onRemove }: LineProps) {
  const currency = useWatch({ control, name: `costs.${index}.currency` });
  const name = `koszt ${index + 1}`;
  return (
    <fieldset className={classes.line} aria-label={`Koszt ${index + 1}`}>
      <SelectField
        control={control}
        name={`costs.${index}.kind`}
        label="Rodzaj"
        options={KINDS}
        required={onRemove !== undefined}
      />
      <MoneyField
        control={control}
        name={`costs.${index}.amount`}
        label={HEADERS.amount}
        currency={currency ?? 'PLN'}
        required={onRemove !== undefined}
      />
      <SelectField
        control={control}
        name={`costs.${index}.currency`}
        label={HEADERS.currency}
        options={CURRENCY_OPTIONS}
      />
      <div className={classes.note}>
        <TextField control={control} name={`costs.${index}.note`} label="Uwagi" />
      </div>
      {onRemove === undefined ? null : (
        <div className={classes.remove}>
          <RemoveButton removeLabel={`Usuń: ${name}`} onRemove={onRemove} />
        </div>
      )}
    </fieldset>
  );
}
