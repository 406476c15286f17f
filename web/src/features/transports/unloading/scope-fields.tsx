import { SimpleGrid } from '@mantine/core';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { useMemo, useState } from 'react';
import { fetchContractOptions } from '../../../api/contracts.ts';
import { type OptionSource, SearchSelectField } from '../../../ui/field/search-select-field.tsx';
import type { Form } from '../../../ui/form/use-zod-form.ts';
import { CONTRACTOR_SOURCE } from '../../contractors/contractor-options.ts';
import type { Scope } from './use-unloading-list.ts';

export type Recipient = { readonly id: number; readonly name: string };

export type RecipientState = {
  readonly recipient: Recipient | null;
  readonly setRecipient: (recipient: Recipient | null) => void;
};

type Props = RecipientState & { form: Form<Scope, Scope>; disabled: boolean; onChange: () => void };

/** The fields for the recipient of the list and, optionally, one of the recipient's sales. */
export function ScopeFields({ form, recipient, setRecipient, disabled, onChange }: Props) {
  const [recipientOfSale] = useState(() => new Map<number, Recipient>());
  const sales = useMemo(() => salesSource(recipient, recipientOfSale), [recipient, recipientOfSale]);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <SearchSelectField
        control={form.control}
        name="recipientId"
        label={SIDE_LABELS.sales.contractor}
        source={CONTRACTOR_SOURCE.sales}
        required
        disabled={disabled}
        onPick={(option) => {
          setRecipient(option === null ? null : { id: option.value, name: option.label });
          form.setValue('salesId', null);
          onChange();
        }}
      />
      <SearchSelectField
        control={form.control}
        name="salesId"
        label="Tylko kontrakt sprzedaży"
        placeholder="Wszystkie kontrakty odbiorcy"
        source={sales}
        disabled={disabled}
        onPick={(option) => {
          const owner = option === null ? undefined : recipientOfSale.get(option.value);
          if (owner !== undefined && owner.id !== form.getValues('recipientId')) {
            setRecipient(owner);
            form.setValue('recipientId', owner.id);
          }
          onChange();
        }}
      />
    </SimpleGrid>
  );
}

/** Searches the sales of the selected recipient, or all sales if none is selected. */
function salesSource(recipient: Recipient | null, owners: Map<number, Recipient>): OptionSource {
  return {
    cacheKey: ['contract', 'options', 'sales', 'of-recipient', recipient?.id ?? 0],
    load: async (search, selected, signal) => {
      const words = [recipient?.name ?? '', search].filter((text) => text !== '').join(' ');
      const rows = await fetchContractOptions('sales', words, selected, signal);
      return rows.flatMap((row) => {
        const { id, rawMaterial, recipient: owner } = row;
        if (owner === undefined || (recipient !== null && owner.id !== recipient.id)) return [];
        owners.set(id, { id: owner.id, name: owner.name });
        return [{ value: id, label: contractNumber(row), hint: `${rawMaterial.name} · ${owner.name}` }];
      });
    },
  };
}
