import type { BySide, Side } from '@spichlerz/shared/domain/side';
import { fetchContractorOptions } from '../../api/contractors.ts';
import type { OptionSource } from '../../ui/field/search-select-field.tsx';

/** Loads the suppliers or recipients that match a search, and the selected contractor. */
export const CONTRACTOR_SOURCE: BySide<OptionSource> = {
  purchase: contractorSource('purchase'),
  sales: contractorSource('sales'),
};

function contractorSource(side: Side): OptionSource {
  return {
    cacheKey: ['contractor', 'options', side],
    load: async (search, selected, signal) => {
      const options = await fetchContractorOptions(side, search, selected, signal);
      return options.map(({ value, label, companyName, city, nip }) => ({
        value,
        label,
        hint: [companyName, city, nip && `NIP ${nip}`].filter(Boolean).join(' · '),
      }));
    },
  };
}
