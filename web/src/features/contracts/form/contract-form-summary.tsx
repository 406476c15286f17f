import { Paper, Stack, Text, Title } from '@mantine/core';
import { toleranceRange } from '@spichlerz/shared/domain/contract';
import type { Side } from '@spichlerz/shared/domain/side';
import { kilograms, lineAmount, minorUnits } from '@spichlerz/shared/domain/units';
import { EMPTY, formatDateRange, formatPrice, formatTonnes } from '@spichlerz/shared/words/figures';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { isDay } from '../../../ui/field/parse-day.ts';
import { formatMoney } from '../../../words/format.ts';
import { type ContractNames, showQuality } from './contract-form-texts.ts';
import { type ContractForm, type ContractValues, readTolerance } from './contract-form-values.ts';

type Props = { side: Side; form: ContractForm; names: ContractNames };

/** A summary of the contract while it is typed. */
export function ContractSummary({ side, form, names }: Props) {
  const titleId = useId();
  const values = useWatch({ control: form.control }) as ContractValues;
  const { mainCargoOption: main, currency } = values;
  const facts: [label: string, value: string][] = [
    [SIDE_LABELS[side].contractor, names.contractor(values.contractorId)],
    ['Surowiec', names.rawMaterial(values.rawMaterialId)],
    ['Jakość', showQuality(main, names)],
    ['Ilość', formatTonnes(values.quantityKg)],
    ['Zakres z tolerancją', showRange(values)],
    ['Cena główna', formatPrice(main.price, currency)],
    ...values.additionalCargoOption.map((option, index): [string, string] => [
      `Cena dodatkowej opcji ${index + 1}`,
      `${formatPrice(option.price, currency)}, ${showQuality(option, names)}`,
    ]),
    ...(values.minPrice === null
      ? []
      : [['Cena minimalna', formatPrice(values.minPrice, currency)] as [string, string]]),
    ['Warunki dostawy', showTerms(values)],
    [
      SIDE_LABELS[side].receiptDates,
      formatDateRange(day(values.dateOfReceiptFrom), day(values.dateOfReceiptTo)),
    ],
  ];
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
      </Stack>
    </Paper>
  );
}

function showTerms({ fcaCpt, isFor, isCert, isGmp }: ContractValues): string {
  return [fcaCpt ? 'FCA' : 'CPT', isFor && 'FOR', isCert && 'CERT', isGmp && 'GMP']
    .filter(Boolean)
    .join(', ');
}

/** Quantity times main price, in minor units; null while one is missing. */
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

function showRange({ quantityKg, tolerance }: ContractValues): string {
  const read = readTolerance(tolerance);
  if (quantityKg === null || read === null) return tolerance.isOn ? EMPTY : 'bez tolerancji';
  const { fromKg, toKg } = toleranceRange({ quantityKg: kilograms(quantityKg), tolerance: read });
  return `${formatTonnes(fromKg)} – ${formatTonnes(toKg)}`;
}

/** An incomplete date is not shown. */
function day(text: string): string | null {
  return isDay(text) ? text : null;
}
