import { Paper, Stack, Text, Title } from '@mantine/core';
import { toleranceRange } from '@spichlerz/shared/domain/contract';
import type { Side } from '@spichlerz/shared/domain/side';
import { kilograms, lineAmount, minorUnits } from '@spichlerz/shared/domain/units';
import { formatAddress } from '@spichlerz/shared/words/address';
import { formatDateRange, formatPrice, formatTonnes } from '@spichlerz/shared/words/figures';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { isDay } from '../../../ui/field/parse-day.ts';
import { formatMoney } from '../../../words/format.ts';
import { type ContractNames, showQuality, showTolerance } from './contract-form-texts.ts';
import { type ContractForm, type ContractValues, readTolerance } from './contract-form-values.ts';

type SummaryNames = Pick<ContractNames, 'contractor' | 'rawMaterial' | 'quality'>;
type Props = { side: Side; form: ContractForm; names: SummaryNames };

/** A summary of the contract while it is typed. */
export function ContractSummary({ side, form, names }: Props) {
  const titleId = useId();
  const values = useWatch({ control: form.control }) as ContractValues;
  const { currency } = values;
  const words = SIDE_LABELS[side];
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={titleId}>
      <Title order={2} id={titleId} fz={15} mb="sm">
        Podsumowanie
      </Title>
      <Stack gap="sm">
        <div>
          <Text fz="xs" c="dimmed">
            Wartość kontraktu
          </Text>
          <Text fz={20} fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
            {formatMoney(contractValue(values), currency)}
          </Text>
        </div>
        <FactList
          facts={[
            [words.contractor, names.contractor(values.contractorId)],
            ['Surowiec', names.rawMaterial(values.rawMaterialId)],
            ['Ilość', formatTonnes(values.quantityKg)],
            ['Cena główna', formatPrice(values.mainCargoOption.price, currency)],
            ...contractTerms(side, values, names),
          ]}
        />
      </Stack>
    </Paper>
  );
}

type Fact = readonly [label: string, value: string];

/** The terms of a contract with their labels, except raw material, quantity and main price. */
export function contractTerms(side: Side, values: ContractValues, names: SummaryNames): readonly Fact[] {
  const words = SIDE_LABELS[side];
  const price = (minor: number | null) => formatPrice(minor, values.currency);
  return [
    ['Jakość', showQuality(values.mainCargoOption, names)],
    ['Tolerancja', showToleranceRange(values)],
    ...values.additionalCargoOption.map(
      (option, index): Fact => [
        `Cena dodatkowej opcji ${index + 1}`,
        `${price(option.price)}, ${showQuality(option, names)}`,
      ],
    ),
    ...(values.minPrice === null ? [] : [['Cena minimalna', price(values.minPrice)] as const]),
    ['Warunki dostawy', showFreightTerms(values)],
    [words.freightPlace, formatAddress(values.address)],
    [words.receiptDates, formatDateRange(day(values.dateOfReceiptFrom), day(values.dateOfReceiptTo))],
  ];
}

export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <Stack component="dl" gap={8} m={0}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <Text component="dt" fz="xs" c="dimmed">
            {label}
          </Text>
          <Text
            component="dd"
            m={0}
            fz="sm"
            style={{ fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}
          >
            {value}
          </Text>
        </div>
      ))}
    </Stack>
  );
}

function showFreightTerms({ fcaCpt, isFor, isCert, isGmp }: ContractValues): string {
  return [fcaCpt ? 'FCA' : 'CPT', isFor && 'FOR', isCert && 'CERT', isGmp && 'GMP']
    .filter(Boolean)
    .join(', ');
}

/** Quantity times main price in minor units, or null if one of the two is missing. */
export function contractValue({
  quantityKg,
  mainCargoOption: { price },
}: {
  quantityKg: number | null;
  mainCargoOption: { price: number | null };
}): number | null {
  if (quantityKg === null || price === null) return null;
  return lineAmount(kilograms(quantityKg), minorUnits(price));
}

function showToleranceRange({ quantityKg, tolerance }: ContractValues): string {
  const read = readTolerance(tolerance);
  const agreed = showTolerance(tolerance);
  if (quantityKg === null || read === null) return agreed;
  const { fromKg, toKg } = toleranceRange({ quantityKg: kilograms(quantityKg), tolerance: read });
  return `${agreed}: ${formatTonnes(fromKg)} – ${formatTonnes(toKg)}`;
}

/** Returns null for an incomplete date, so that the summary does not show it. */
function day(text: string): string | null {
  return isDay(text) ? text : null;
}
