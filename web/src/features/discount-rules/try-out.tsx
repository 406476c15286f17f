import '../../ui/field/combobox.css';
import { Divider, Group, Paper, Select, Stack, Text, Title } from '@mantine/core';
import type { Currency } from '@spichlerz/shared/domain/contract';
import type { ReadingValue, Thousandths } from '@spichlerz/shared/domain/discount-rule';
import { type QualitySettlement, settleQuality } from '@spichlerz/shared/domain/quality-settlement';
import { INTEGER_MAX, kilograms, minorUnits, TRANSPORT_MAX_KG } from '@spichlerz/shared/domain/units';
import type { RawMaterialRow } from '@spichlerz/shared/wire/materials';
import { describeLines } from '@spichlerz/shared/words/discount-rules';
import {
  currencySymbol,
  formatPrice,
  formatPriceWithoutUnit,
  formatTonnes,
  NBSP,
} from '@spichlerz/shared/words/figures';
import { type KeyboardEvent, useId, useState } from 'react';
import { WholeInput } from '../../components/field/whole-input.tsx';
import { Warning } from '../../components/warning.tsx';
import { decimalToWhole } from '../../ui/field/decimal.ts';
import { DecimalInput } from '../../ui/field/decimal-input.tsx';
import { YES_NO_TEXT } from '../../words/labels.ts';
import { type RuleParameter, type RuleValues, toDiscountRule } from './rule-values.ts';

type Props = {
  rules: readonly RuleValues[];
  material: Pick<RawMaterialRow, 'parameters' | 'qualityOptions'>;
  currency: Currency;
};

/** The initial weight is the load of a full truck, so that typing a price is enough to show an amount. */
const TRUCK_KG = 25_000;

/** Applies the rules to a typed price, weight and readings in the browser. Nothing is saved. */
export function TryOut({ rules, material, currency }: Props) {
  const titleId = useId();
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({});
  const [price, setPrice] = useState<number | null>(null);
  const [quantityKg, setQuantityKg] = useState<number | null>(TRUCK_KG);
  const [qualityId, setQualityId] = useState<number | null>(null);
  const used = new Set(rules.map(({ parameterId }) => parameterId));
  const parameters = material.parameters.filter(({ id, type }) => used.has(id) && type !== 'TEXT');
  const complete = rules.flatMap((values, index) => toDiscountRule(values, index, parameters) ?? []);
  const quality = material.qualityOptions.find(({ id }) => id === qualityId);
  const needsQuality = complete.some(({ isBoolean, norm }) => !isBoolean && norm === null);
  const result =
    price === null || complete.length === 0
      ? null
      : settleQuality({
          rules: complete,
          readings: readingsOf(parameters, typed),
          qualityNorms: needsQuality ? normsOf(quality) : new Map(),
          contractPrice: minorUnits(price),
          basisKg: quantityKg === null ? null : kilograms(quantityKg),
        });
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={titleId} onKeyDown={keepEnter}>
      <Title order={2} id={titleId} fz={15} mb={4}>
        Sprawdź
      </Title>
      <Text fz="sm" c="dimmed" mb="sm">
        Wpisz wyniki, cenę i wagę, a zobaczysz rozliczenie. Nic z tego się nie zapisze.
      </Text>
      <Stack gap="xs">
        {needsQuality ? (
          <Select<number>
            label="Jakość"
            description="Normy, których nie ma w regułach."
            placeholder="Wybierz"
            data={material.qualityOptions.map(({ id, title }) => ({ value: id, label: title }))}
            value={qualityId}
            onChange={setQualityId}
          />
        ) : null}
        {parameters.map((parameter) => (
          <Reading
            key={parameter.id}
            parameter={parameter}
            value={typed[parameter.id] ?? ''}
            onChange={(value) => setTyped((before) => ({ ...before, [parameter.id]: value }))}
          />
        ))}
        <WholeInput
          label="Cena"
          places={2}
          min={0}
          max={INTEGER_MAX}
          unit={`${currencySymbol(currency)}/t`}
          value={price}
          onChange={setPrice}
        />
        <WholeInput
          label="Waga"
          places={3}
          min={0}
          max={TRANSPORT_MAX_KG}
          unit="t"
          value={quantityKg}
          onChange={setQuantityKg}
        />
        <Divider />
        <output aria-live="polite">
          {result === null ? (
            <Text fz="sm" c="dimmed">
              {complete.length === 0
                ? 'Dodaj i uzupełnij regułę, żeby ją sprawdzić.'
                : 'Wpisz cenę, żeby zobaczyć rozliczenie.'}
            </Text>
          ) : (
            <Result result={result} parameters={parameters} currency={currency} />
          )}
        </output>
      </Stack>
    </Paper>
  );
}

type ReadingProps = { parameter: RuleParameter; value: string; onChange: (value: string) => void };

function Reading({ parameter: { name, unit, type }, value, onChange }: ReadingProps) {
  if (type === 'BOOLEAN')
    return (
      <Select
        label={name}
        placeholder="Wybierz"
        data={YES_NO_TEXT}
        value={value === '' ? null : value}
        onChange={(answer) => onChange(answer ?? '')}
        clearable
      />
    );
  return (
    <DecimalInput
      label={name}
      decimals={3}
      keepsTyped
      allowNegative
      {...(unit === null ? {} : { unit })}
      value={value}
      onChange={onChange}
    />
  );
}

type ResultProps = {
  result: QualitySettlement;
  parameters: readonly RuleParameter[];
  currency: Currency;
};

function Result({ result, parameters, currency }: ResultProps) {
  const unknown = { name: '', unit: null };
  const parameterOf = (id: number) => parameters.find((one) => one.id === id) ?? unknown;
  const names = (ids: readonly number[]) => ids.map((id) => parameterOf(id).name).join(', ');
  const { lines, missing, withoutNorm, refused, pricePerTonne, acceptedKg, amount } = result;
  const sentences = lines.flatMap((line) => {
    const sentence = describeLines([line], parameterOf, currency);
    return sentence === '' ? [] : [sentence];
  });
  const facts: [label: string, value: string][] = [
    ['Ilość rozliczeniowa', formatTonnes(acceptedKg)],
    ['Cena po potrąceniach', formatPrice(pricePerTonne, currency)],
    [
      'Kwota',
      amount === null
        ? formatTonnes(null)
        : `${formatPriceWithoutUnit(amount)}${NBSP}${currencySymbol(currency)}`,
    ],
  ];
  return (
    <Stack gap="xs" style={{ fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}>
      {sentences.map((sentence) => (
        <Text key={sentence} fz="sm">
          {sentence}
        </Text>
      ))}
      {sentences.length === 0 && missing.length === 0 ? <Text fz="sm">Bez potrąceń i dopłat.</Text> : null}
      <Stack component="dl" gap={4} m={0}>
        {facts.map(([label, value]) => (
          <Group key={label} justify="space-between" gap="xs">
            <Text component="dt" fz="sm" c="dimmed">
              {label}
            </Text>
            <Text component="dd" m={0} fz="sm" fw={600}>
              {value}
            </Text>
          </Group>
        ))}
      </Stack>
      {missing.length > 0 ? (
        <Text fz="sm" c="dimmed">
          {`Bez wyniku: ${names(missing)}.`}
        </Text>
      ) : null}
      {withoutNorm.length > 0 ? (
        <Warning>{`Nie ma normy: ${names(withoutNorm)}. Wpisz ją w regule albo wybierz jakość.`}</Warning>
      ) : null}
      {refused.length > 0 ? <Warning>{`Odmowa wg tabeli: ${names(refused)}.`}</Warning> : null}
      {pricePerTonne <= 0 ? (
        <Warning>
          Cena po potrąceniach nie jest większa od zera, więc taki transport rozlicza się ręcznie.
        </Warning>
      ) : null}
    </Stack>
  );
}

function readingsOf(
  parameters: readonly RuleParameter[],
  typed: Readonly<Record<number, string>>,
): Map<number, ReadingValue> {
  const readings = new Map<number, ReadingValue>();
  for (const { id, type } of parameters) {
    const text = typed[id] ?? '';
    const value = type === 'BOOLEAN' ? answerOf(text) : (decimalToWhole(text, 3) as Thousandths | null);
    if (value !== null) readings.set(id, value);
  }
  return readings;
}

const answerOf = (text: string): boolean | null => (text === '' ? null : text === 'true');

/** The norms of a quality. Values are stored as text, and text that is not a decimal is not a norm. */
function normsOf(quality: RawMaterialRow['qualityOptions'][number] | undefined): Map<number, Thousandths> {
  return new Map(
    (quality?.parameterValues ?? []).flatMap(({ parameterId, value }) => {
      const norm = decimalToWhole(value, 3);
      return norm === null ? [] : [[parameterId, norm as Thousandths] as const];
    }),
  );
}

/** Prevents Enter in a field of the try-out from submitting the surrounding form. */
function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}
