import type { Side } from '@spichlerz/shared/domain/side';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { useMemo } from 'react';
import type { FieldValues } from 'react-hook-form';
import { fetchContractOptions } from '../../api/contracts.ts';
import { type OptionSource, SearchSelectField } from '../../ui/field/search-select-field.tsx';
import type { Binding } from '../../ui/field/use-field.ts';

type Props<Values extends FieldValues, Output> = Binding<Values, number | null, Output> & { side: Side };

/** Selects a contract of one side. The server searches by number, contractor and place. */
export function ContractSelect<Values extends FieldValues, Output>({
  side,
  ...binding
}: Props<Values, Output>) {
  const source = useMemo(() => contractSource(side), [side]);
  return <SearchSelectField {...binding} label={SIDE_LABELS[side].contract} source={source} />;
}

function contractSource(side: Side): OptionSource {
  return {
    cacheKey: ['contract', 'options', side],
    load: async (search, selected, signal) =>
      (await fetchContractOptions(side, search, selected, signal)).map((row) => ({
        value: row.id,
        label: contractNumber(row),
        hint: (row.supplier ?? row.recipient)?.name ?? '',
      })),
  };
}
