import { carriers } from '@spichlerz/shared/calls/carriers';
import { call } from './call.ts';

/** The carriers of a search, and the chosen one. */
export const carrierSource = {
  cacheKey: ['contractor', 'options', 'carrier'],
  load: async (search: string, chosen: number | null, signal: AbortSignal) => {
    const { list } = await call(carriers.options, {
      body: {
        limit: 20,
        ...(search === '' ? {} : { search }),
        filter: chosen === null ? {} : { includeIds: [chosen] },
      },
      signal,
    });
    return list.map(({ value, label, city }) => ({ value, label, hint: city ?? '' }));
  },
};
