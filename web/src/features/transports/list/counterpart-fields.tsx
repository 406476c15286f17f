import { SIDES } from '@spichlerz/shared/domain/side';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useWatch } from 'react-hook-form';
import { carrierSource } from '../../../api/carriers.ts';
import { rawMaterialTabsQuery, useOwners } from '../../../api/reference.ts';
import { SearchSelectField } from '../../../ui/field/search-select-field.tsx';
import { MultiSelectField } from '../../../ui/field/select-field.tsx';
import type { FilterFieldsProps } from '../../../ui/table/list-filters.tsx';
import { CONTRACTOR_SOURCE } from '../../contractors/contractor-options.ts';
import { ContractSelect } from '../../contracts/contract-select.tsx';
import { TransportFilterFields } from './transport-filter-fields.tsx';
import type { TransportListParams } from './transport-list-params.ts';

// TypeScript cannot infer that the control of a form with more filters has these fields too.
const SharedFields = TransportFilterFields as unknown as ComponentType<
  FilterFieldsProps<TransportListParams>
>;

const CONTRACTOR_FILTER = { purchase: 'supplierId', sales: 'recipientId' } as const;
const CONTRACT_FILTER = { purchase: 'purchaseId', sales: 'salesId' } as const;

/**
 * The filter fields of logistics: contractors, contracts, raw material, carrier and owner, and the fields of
 * every list of transports.
 */
export function CounterpartFields({ control }: FilterFieldsProps<TransportListParams>) {
  const materials = useQuery(rawMaterialTabsQuery).data ?? [];
  const owners = useOwners(useWatch({ control, name: 'ownerId' }), true) ?? [];
  return (
    <>
      {SIDES.map((side) => (
        <SearchSelectField
          key={side}
          control={control}
          name={CONTRACTOR_FILTER[side]}
          label={SIDE_LABELS[side].contractor}
          source={CONTRACTOR_SOURCE[side]}
        />
      ))}
      {SIDES.map((side) => (
        <ContractSelect key={side} control={control} name={CONTRACT_FILTER[side]} side={side} />
      ))}
      <MultiSelectField
        control={control}
        name="rawMaterialId"
        label={HEADERS.rawMaterial}
        options={materials.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <SearchSelectField control={control} name="carrierId" label={HEADERS.carrier} source={carrierSource} />
      <MultiSelectField control={control} name="ownerId" label={HEADERS.owner} options={owners} />
      <SharedFields control={control} />
    </>
  );
}
