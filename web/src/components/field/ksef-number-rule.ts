import { ksefNumberOf } from '@spichlerz/shared/domain/ksef-number';
import { optionalText } from '../../ui/form/rules.ts';

/** The checksum of a number is validated too; markers have none. */
export const optionalKsefNumber = () =>
  optionalText().refine(
    (typed) => typed === undefined || ksefNumberOf(typed) !== null,
    'Wpisz numer KSeF w postaci 5265877635-20250826-0100001AF629-AF albo oznaczenie OFF, BFK lub DI.',
  );
