import { Text } from '@mantine/core';
import { candidateMargin } from '@spichlerz/shared/domain/margin';
import { kilograms, minorUnits } from '@spichlerz/shared/domain/units';
import type { ContractRow } from '@spichlerz/shared/wire/contracts';
import { useQuery } from '@tanstack/react-query';
import { lastTransportQuery } from '../../api/transports.ts';
import { formatMoney } from '../../words/format.ts';
import { formatMarginRates, NO_FREIGHT_SENTENCE } from '../../words/margin.ts';

type Props = { purchase: ContractRow; sale: ContractRow; quantityKg: number };

/** The margin of the typed quantity, computed like the margins in the list of candidates. */
export function MarginPreview({ purchase, sale, quantityKg }: Props) {
  const last = useQuery(lastTransportQuery(purchase.id, sale.id));
  if (!last.isSuccess) return null;
  const figures = candidateMargin({
    openKg: kilograms(Math.max(0, Math.round(quantityKg))),
    purchase: priceOf(purchase),
    sale: priceOf(sale),
    lastFreight: last.data
      ? { currency: last.data.currency, pricePerTonne: minorUnits(last.data.freightPerTonne) }
      : null,
  });
  const { margin } = figures;
  if (margin === null)
    return (
      <Text fz="sm" c="dimmed">
        Marży nie ma, bo kwoty są w kilku walutach.
      </Text>
    );
  return (
    <Text fz="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {`Marża: ${formatMoney(margin.amount, margin.currency)}, ${formatMarginRates(figures)}.`}
      {margin.freightKnown ? null : (
        <Text span inherit c="dimmed">
          {` ${NO_FREIGHT_SENTENCE}`}
        </Text>
      )}
    </Text>
  );
}

const priceOf = ({ currency, price }: ContractRow) => ({ currency, pricePerTonne: minorUnits(price) });
