import { Stack, Text } from '@mantine/core';
import {
  type Margin,
  type MarginFigures,
  type MarginLine,
  marginAmount,
} from '@spichlerz/shared/domain/margin';
import { EMPTY, formatPrice } from '@spichlerz/shared/words/figures';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { formatMoney } from '../../../words/format.ts';
import { describeLine, formatMarginPercent, NO_FREIGHT_SENTENCE } from '../../../words/margin.ts';
import { type Fact, Facts } from './facts.tsx';

/** The margin of the contract: the total with the planned part, the margin so far, and the margin per tonne. */
export function MarginFacts({ margin, marginByCurrency }: MarginFigures) {
  const [line] = marginByCurrency;
  if (line === undefined)
    return (
      <Text fz="sm" c="dimmed">
        Marża pokaże się, gdy kontrakt będzie zaalokowany.
      </Text>
    );
  if (margin === null)
    return (
      <Stack gap="xs">
        <Text fz="sm">Kwoty są w kilku walutach. Nie przeliczamy ich, dlatego nie ma jednej marży.</Text>
        <Facts facts={marginByCurrency.map(currencyFact)} columns={1} />
      </Stack>
    );
  return (
    <Stack gap="xs">
      <Facts facts={[...marginFacts(margin), ...amountFacts(line)]} columns={1} />
      {margin.freightKnown ? null : (
        <Text fz="sm" c="dimmed">
          {NO_FREIGHT_SENTENCE}
        </Text>
      )}
    </Stack>
  );
}

function marginFacts({ amount, plannedPart, perTonne, percent, currency }: Margin): Fact[] {
  return [
    {
      label: 'Planowana łącznie',
      value: formatMoney(amount, currency),
      notes: [plannedPart === 0 ? null : `do zrealizowania ${formatMoney(plannedPart, currency)}`],
    },
    { label: 'Dotychczas', value: formatMoney(amount - plannedPart, currency) },
    { label: HEADERS.marginPerTonne, value: formatPrice(perTonne, currency) },
    { label: '% sprzedaży', value: percent === null ? EMPTY : formatMarginPercent(percent) },
  ];
}

function amountFacts({ currency, sales, purchase, freight, costs }: MarginLine): Fact[] {
  return [
    { label: HEADERS.sale, value: formatMoney(sales, currency) },
    { label: HEADERS.purchase, value: formatMoney(purchase, currency) },
    { label: HEADERS.freight, value: formatMoney(freight, currency) },
    { label: HEADERS.otherCosts, value: formatMoney(costs, currency) },
  ];
}

function currencyFact(line: MarginLine): Fact {
  return {
    label: line.currency,
    value: formatMoney(marginAmount(line), line.currency),
    notes: [describeLine(line)],
  };
}
