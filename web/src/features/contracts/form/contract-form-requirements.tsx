import { Group } from '@mantine/core';
import type { Currency } from '@spichlerz/shared/domain/contract';
import { isBelowMinPrice } from '@spichlerz/shared/domain/settlement';
import { minorUnits } from '@spichlerz/shared/domain/units';
import { formatPrice } from '@spichlerz/shared/words/figures';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { countiesQuery } from '../../../api/materials.ts';
import { MoneyField } from '../../../components/field/unit-fields.tsx';
import { Warning } from '../../../components/warning.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { SwitchField } from '../../../ui/field/switch-field.tsx';
import { WideField } from '../../../ui/form/form-shell.tsx';
import type { ContractForm } from './contract-form-values.ts';

function RequirementSwitches({ control }: { control: ContractForm['control'] }) {
  return (
    <Group gap="xl">
      <SwitchField control={control} name="isFor" label="FOR" />
      <SwitchField control={control} name="isCert" label="CERT" />
      <SwitchField control={control} name="isGmp" label="GMP" />
    </Group>
  );
}

/** The certificates of the cargo. CERT adds the county of origin. */
export function PurchaseRequirements({ form: { control } }: { form: ContractForm }) {
  const isCert = useWatch({ control, name: 'isCert' });
  return (
    <>
      {isCert ? <CountyField control={control} /> : null}
      <WideField>
        <RequirementSwitches control={control} />
      </WideField>
    </>
  );
}

type Control = { control: ContractForm['control'] };

function CountyField({ control }: Control) {
  const counties = useQuery(countiesQuery).data ?? [];
  return (
    <SelectField
      control={control}
      name="countyCode"
      label="Powiat"
      options={counties.map(({ code, name }) => ({ value: code, label: name }))}
      placeholder="Wybierz powiat"
      searchable
      clearable
    />
  );
}

/** The minimum price. A lower price shows a warning and can be saved. */
export function PurchaseMinPrice({ form: { control } }: { form: ContractForm }) {
  const [currency, minPrice, mainCargoOption, additionalCargoOption] = useWatch({
    control,
    name: ['currency', 'minPrice', 'mainCargoOption', 'additionalCargoOption'],
  });
  return (
    <>
      <MoneyField control={control} name="minPrice" label="Cena minimalna" currency={currency} perTonne />
      {minPriceWarnings({ currency, minPrice, mainCargoOption, additionalCargoOption }).map((sentence) => (
        <WideField key={sentence}>
          <Warning>{sentence}</Warning>
        </WideField>
      ))}
    </>
  );
}

type PricedOption = { readonly price: number | null };
type Prices = {
  readonly currency: Currency;
  readonly minPrice?: number | null | undefined;
  readonly mainCargoOption: PricedOption;
  readonly additionalCargoOption: readonly PricedOption[];
};

/** A sentence for each price that is below the minimum price. */
export function minPriceWarnings(prices: Prices): string[] {
  const { currency, minPrice, mainCargoOption, additionalCargoOption } = prices;
  return [mainCargoOption, ...additionalCargoOption].flatMap(({ price }, index) => {
    if (price === null || minPrice === null || minPrice === undefined) return [];
    if (!isBelowMinPrice(minorUnits(price), minorUnits(minPrice))) return [];
    const name = index === 0 ? 'Cena główna' : `Cena dodatkowej opcji ${index}`;
    return [`${name} jest niższa od ceny minimalnej o ${formatPrice(minPrice - price, currency)}.`];
  });
}

/** Certificates that the recipient requires. */
export function SalesRequirements({ form: { control } }: { form: ContractForm }) {
  return (
    <WideField>
      <RequirementSwitches control={control} />
    </WideField>
  );
}
