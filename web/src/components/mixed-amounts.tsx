import { Stack, Text, Title } from '@mantine/core';
import type { MarginRow } from '@spichlerz/shared/wire/margin';
import { MixedAmountsTable } from './margin-table.tsx';
import type { TransportSearch } from './realized-search.ts';

type Props = {
  label: string;
  first: string;
  rows: readonly MarginRow[];
  searchOf: (row: MarginRow) => TransportSearch;
};

/** The amounts of a record with several currencies, which have no margin because no exchange rate is assumed. */
export function MixedAmounts(props: Props) {
  if (props.rows.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-label={props.label}>
      <Title order={2} fz={16}>
        Kwoty w kilku walutach
      </Title>
      <Text fz="sm" c="dimmed">
        Sprzedaż, zakup albo koszty tych samych transportów są w różnych walutach. Nie przeliczamy ich,
        dlatego nie ma tu marży.
      </Text>
      <MixedAmountsTable {...props} />
    </Stack>
  );
}
