import type { Side } from '@spichlerz/shared/domain/side';
import { EMPTY } from '@spichlerz/shared/words/figures';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { contractorQuery } from '../../../api/contractors.ts';
import { countiesQuery, qualityOptionsQuery, variantsQuery } from '../../../api/materials.ts';
import { discountTablesQuery } from '../../../api/quality.ts';
import { rawMaterialTabsQuery, userOptionsQuery } from '../../../api/reference.ts';
import { type ContractWithRules, type TableChoice, tableChoiceLabel } from './contract-form-rule-values.ts';
import type { ContractNames } from './contract-form-texts.ts';
import type { ContractForm } from './contract-form-values.ts';

/**
 * Returns functions that find the names of ids in the form. The record provides the names that the lists of
 * options no longer contain.
 */
export function useContractNames(
  side: Side,
  { control }: ContractForm,
  record: ContractWithRules | null,
): ContractNames {
  const [contractorId, rawMaterialId, isCert] = useWatch({
    control,
    name: ['contractorId', 'rawMaterialId', 'isCert'],
  });
  const contractor = useQuery({
    ...contractorQuery(side, contractorId ?? 0),
    enabled: contractorId !== null,
  }).data;
  const owners = useQuery(userOptionsQuery).data;
  const materials = useQuery(rawMaterialTabsQuery).data;
  const hasMaterial = rawMaterialId !== null;
  const qualities = useQuery({ ...qualityOptionsQuery(rawMaterialId ?? 0), enabled: hasMaterial }).data;
  const variants = useQuery({ ...variantsQuery(rawMaterialId ?? 0), enabled: hasMaterial }).data;
  const tables = useQuery({ ...discountTablesQuery(rawMaterialId ?? 0), enabled: hasMaterial }).data;
  const counties = useQuery({ ...countiesQuery, enabled: isCert }).data;

  return useMemo(() => {
    const party = record?.supplier ?? record?.recipient;
    return {
      contractor: nameLookup([
        ...(contractor ? [[contractor.id, contractor.fullName] as const] : []),
        ...(party ? [[party.id, party.name] as const] : []),
      ]),
      owner: nameLookup([
        ...(owners ?? []).map(({ value, label }) => [value, label] as const),
        ...(record ? [[record.ownerId, record.owner] as const] : []),
      ]),
      rawMaterial: nameLookup([
        ...(materials ?? []).map(({ id, name }) => [id, name] as const),
        ...(record ? [[record.rawMaterial.id, record.rawMaterial.name] as const] : []),
      ]),
      variant: nameLookup((variants ?? []).map(({ id, name }) => [id, name] as const)),
      quality: nameLookup([
        ...(qualities ?? []).map(({ value, label }) => [value, label] as const),
        ...(record?.priceOptions ?? []).flatMap((option) =>
          option.rawMaterialQualityId === null
            ? []
            : [[option.rawMaterialQualityId, option.rawMaterialQualityTitle] as const],
        ),
      ]),
      county: nameLookup((counties ?? []).map(({ code, name }) => [code, name] as const)),
      discountTable: (choice: TableChoice) =>
        tableChoiceLabel(choice, [
          ...(tables ?? []),
          ...(record?.rules.sourceTable ? [record.rules.sourceTable] : []),
        ]),
    };
  }, [record, contractor, owners, materials, variants, qualities, tables, counties]);
}

function nameLookup<Key>(pairs: readonly (readonly [Key, string])[]): (key: Key | null) => string {
  // If an id occurs in several pairs, the name of the first pair is used. Callers put the pairs of the lists
  // first, because the record may have older names.
  const names = new Map(pairs.toReversed());
  return (key) => (key === null ? EMPTY : (names.get(key) ?? EMPTY));
}
