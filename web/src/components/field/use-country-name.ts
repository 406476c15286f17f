import { useQuery } from '@tanstack/react-query';
import { countriesQuery } from '../../api/reference.ts';

export type CountryName = (code: string | null) => string;

/** Returns the Polish name of a country, or its code while the countries load. */
export function useCountryName(): CountryName {
  const countries = useQuery(countriesQuery).data ?? [];
  return (code) => countries.find((known) => known.code === code)?.name ?? code ?? '';
}
