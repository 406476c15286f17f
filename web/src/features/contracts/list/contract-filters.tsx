import { CONTRACTUAL_QUALITY_ID } from '@spichlerz/shared/domain/position';
import type { Side } from '@spichlerz/shared/domain/side';
import { formatDate, formatPrice, formatTonnes } from '@spichlerz/shared/words/figures';
import { AGREEMENT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { qualityOptionsQuery } from '../../../api/materials.ts';
import { useOwners } from '../../../api/reference.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import type { FilterFieldsProps, ListFilters } from '../../../ui/table/list-filters.tsx';
import { CONTRACT_ATTENTION_LABELS } from '../../../words/attention.ts';
import { YES_NO } from '../../../words/labels.ts';
import { type ContractParams, FREIGHT, RANGES } from './contract-list-params.ts';

type FilterControl = FilterFieldsProps<ContractParams>['control'];
type Option = { value: number; label: string };

const labelOf = (options: readonly { value: unknown; label: string }[], value: unknown) =>
  options.find((option) => option.value === value)?.label ?? '';

const flagChip = (label: string) => (value: boolean | null) =>
  value === null ? null : `${label}: ${labelOf(YES_NO, value).toLowerCase()}`;

const ContractFilterFields = lazyComponent(
  async () => (await import('./contract-filter-fields.tsx')).ContractFilterFields,
);

/** The filter panel of a contract list. It offers the qualities of the raw material of the list. */
export function useContractFilters<Sort extends string>(
  side: Side,
  rawMaterialId: number | null,
  { ownerId }: ContractParams<Sort>,
): ListFilters<ContractParams<Sort>> {
  const owners = useOwners(ownerId);
  const qualities = useQualityChoices(rawMaterialId);
  return useMemo(() => {
    const labels = (options: readonly Option[] = [], ids: readonly number[]) =>
      ids.map((id) => labelOf(options, id)).join(', ');
    return {
      // lists differ only in the type of their sort order, which the fields do not use
      fields: ({ control }) => (
        <ContractFilterFields control={control as unknown as FilterControl} qualities={qualities} />
      ),
      ranges: Object.values(RANGES),
      dependent: { of: rawMaterialId, names: ['rawMaterialQualityId'] },
      chips: {
        agreementStatus: (statuses) =>
          `Status umowy: ${statuses.map((status) => AGREEMENT_STATUS_LABELS[status]).join(', ')}`,
        dateOfReceiptFrom: (day) => `Termin od ${formatDate(day)}`,
        dateOfReceiptTo: (day) => `Termin do ${formatDate(day)}`,
        isCert: flagChip('CERT'),
        isFor: flagChip('FOR'),
        isGmp: flagChip('GMP'),
        fcaCpt: (value) => (value === null ? null : labelOf(FREIGHT, value)),
        ownerId: (ids) => `Opiekun: ${labels(owners, ids)}`,
        priceFrom: (price, { currency }) => `Cena od ${formatPrice(price, currency)}`,
        priceTo: (price, { currency }) => `Cena do ${formatPrice(price, currency)}`,
        currency: (value) => (value === null ? null : `Waluta: ${value}`),
        cargoQuantityFrom: (kg) => `Ilość od ${formatTonnes(kg)}`,
        cargoQuantityTo: (kg) => `Ilość do ${formatTonnes(kg)}`,
        rawMaterialQualityId: (ids) => `Jakość: ${labels(qualities, ids)}`,
        receiptEndsFrom: (day) => `Koniec terminu od ${formatDate(day)}`,
        receiptEndsTo: (day) => `Koniec terminu do ${formatDate(day)}`,
        isOpen: flagChip('Niedostarczone w całości'),
        attention: (attention) => (attention === null ? null : CONTRACT_ATTENTION_LABELS[side][attention]),
      },
    };
  }, [side, owners, rawMaterialId, qualities]);
}

/**
 * The qualities of the raw material, and one option for all contractual qualities. A list of all raw
 * materials has no options.
 */
function useQualityChoices(rawMaterialId: number | null): readonly Option[] {
  const known = useQuery({
    ...qualityOptionsQuery(rawMaterialId ?? 0),
    enabled: rawMaterialId !== null,
  }).data;
  return useMemo(
    () =>
      known === undefined ? [] : [...known, { value: CONTRACTUAL_QUALITY_ID, label: 'Jakość kontraktowa' }],
    [known],
  );
}
