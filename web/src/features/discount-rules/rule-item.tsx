import { Group, Text } from '@mantine/core';
import type { Currency } from '@spichlerz/shared/domain/contract';
import {
  describeRule,
  RULE_DIRECTION_LABELS,
  RULE_EFFECT_LABELS,
  RULE_QUANTITY_LABELS,
  RULE_STEPPING_LABELS,
} from '@spichlerz/shared/words/discount-rules';
import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { MoneyField } from '../../components/field/unit-fields.tsx';
import { Warning } from '../../components/warning.tsx';
import { NumberField } from '../../ui/field/decimal-input.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { SwitchField } from '../../ui/field/switch-field.tsx';
import { RemoveButton } from '../../ui/form/form-list.tsx';
import { type ItemPosition, MoveButtons } from '../../ui/form/move-buttons.tsx';
import { labelOptions } from '../../words/labels.ts';
import classes from './rule-item.module.css';
import { type RuleParameter, type RulesForm, toDiscountRule, usedFields } from './rule-values.ts';
import { unevenBandWarning } from './uneven-band.ts';

type Props = {
  form: RulesForm;
  parameters: readonly RuleParameter[];
  currency: Currency;
  place: ItemPosition;
  onRemove: () => void;
};

/** The form of one rule: the fields that its parameter and effect need, and the sentence of the rule below. */
export function RuleItem({ form, parameters, currency, place, onRemove }: Props) {
  const { index } = place;
  const titleId = useId();
  const title = `Reguła ${index + 1}`;
  return (
    <section className={classes.item} aria-labelledby={titleId}>
      <Group justify="space-between" gap="xs" mb={4} wrap="nowrap">
        <Text id={titleId} fz="sm" fw={600}>
          {title}
        </Text>
        <Group gap={0} wrap="nowrap">
          <MoveButtons name={title} {...place} />
          <RemoveButton removeLabel={`Usuń: ${title}`} onRemove={onRemove} />
        </Group>
      </Group>
      <RuleFields form={form} index={index} parameters={parameters} currency={currency} />
      <RuleSentence form={form} index={index} parameters={parameters} currency={currency} />
    </section>
  );
}

type FieldsProps = Pick<Props, 'form' | 'parameters' | 'currency'> & { index: number };

function RuleFields({ form, index, parameters, currency }: FieldsProps) {
  const { control, setValue } = form;
  const name = `rules.${index}` as const;
  const [parameterId, effect] = useWatch({ control, name: [`${name}.parameterId`, `${name}.effect`] });
  const parameter = parameters.find(({ id }) => id === parameterId);
  const used = usedFields(parameter, effect);
  const unit = parameter?.unit ?? null;
  const decimal = {
    control,
    decimals: 3,
    keepsTyped: true,
    allowNegative: true,
    ...(unit === null ? {} : { unit }),
  } as const;
  const isBoolean = parameter?.type === 'BOOLEAN';
  return (
    <div className={classes.fields}>
      <SelectField
        control={control}
        name={`${name}.parameterId`}
        label="Parametr"
        placeholder="Wybierz"
        className={classes.parameter}
        // A parameter of type TEXT cannot be compared with a norm.
        options={parameters
          .filter(({ type }) => type !== 'TEXT')
          .map(({ id, name: label }) => ({ value: id, label }))}
        searchable
        required
        onPick={(id) => {
          const isAnswer = parameters.some((one) => one.id === id && one.type === 'BOOLEAN');
          if (isAnswer && effect === 'DRY_MATTER')
            setValue(`${name}.effect`, 'PRICE_AMOUNT', { shouldDirty: true });
        }}
      />
      <SelectField
        control={control}
        name={`${name}.direction`}
        label={isBoolean ? 'Wynik' : 'Kierunek'}
        options={isBoolean ? ANSWERS : labelOptions(RULE_DIRECTION_LABELS)}
      />
      {used.norm ? (
        <NumberField {...decimal} name={`${name}.norm`} label="Norma" placeholder="Z jakości" />
      ) : null}
      <SelectField
        control={control}
        name={`${name}.effect`}
        label="Skutek"
        className={classes.long}
        options={labelOptions(RULE_EFFECT_LABELS).filter(({ value }) => !isBoolean || value !== 'DRY_MATTER')}
      />
      {used.amount ? (
        <MoneyField
          control={control}
          name={`${name}.amount`}
          label="Stawka"
          currency={currency}
          perTonne
          required
        />
      ) : null}
      {used.percent ? (
        <NumberField
          control={control}
          name={`${name}.percent`}
          label="Stawka"
          unit="%"
          decimals={3}
          keepsTyped
          required
        />
      ) : null}
      {used.steps ? (
        <>
          <NumberField {...decimal} allowNegative={false} name={`${name}.step`} label="Krok" required />
          <SelectField
            control={control}
            name={`${name}.stepping`}
            label="Naliczanie"
            className={classes.medium}
            options={labelOptions(RULE_STEPPING_LABELS)}
          />
          <NumberField {...decimal} name={`${name}.bandFrom`} label="Przedział od" />
          <NumberField {...decimal} name={`${name}.bandTo`} label="Przedział do" />
        </>
      ) : null}
      {used.premium ? (
        <div className={`${classes.medium} ${classes.switch}`}>
          <SwitchField control={control} name={`${name}.isPremium`} label="Dopłata" />
        </div>
      ) : null}
      {used.per ? (
        <SelectField
          control={control}
          name={`${name}.per`}
          label="Od ilości"
          className={classes.long}
          options={labelOptions(RULE_QUANTITY_LABELS)}
        />
      ) : null}
      {used.norm ? (
        <>
          <NumberField {...decimal} name={`${name}.appliesBeyond`} label="Stosuje się od" />
          <NumberField {...decimal} name={`${name}.refuseAt`} label="Granica przyjęcia" />
        </>
      ) : null}
    </div>
  );
}

const ANSWERS = [
  { value: 'ABOVE', label: 'Tak' },
  { value: 'BELOW', label: 'Nie' },
];

/** The sentence that is printed for the rule, and a warning about its band. */
function RuleSentence({ form: { control }, index, parameters, currency }: FieldsProps) {
  const values = useWatch({ control, name: `rules.${index}` });
  // a removed item renders once more without values
  if (values === undefined) return null;
  const rule = toDiscountRule(values, index, parameters);
  const parameter = parameters.find(({ id }) => id === values.parameterId);
  if (rule === null || parameter === undefined)
    return (
      <Text fz="sm" c="dimmed" className={classes.sentence}>
        Gdy uzupełnisz regułę, zobaczysz tu jej treść.
      </Text>
    );
  const warning = unevenBandWarning(rule);
  return (
    <>
      <Text fz="sm" className={classes.sentence}>
        {describeRule(rule, parameter, currency)}
      </Text>
      {warning === null ? null : (
        <div className={classes.sentence}>
          <Warning>{warning}</Warning>
        </div>
      )}
    </>
  );
}
