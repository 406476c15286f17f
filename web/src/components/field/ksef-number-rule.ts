import { type KsefNumberProblem, ksefNumberProblem } from '@spichlerz/shared/domain/ksef-number';
import { optionalText } from '../../ui/form/rules.ts';

const SENTENCES: Record<KsefNumberProblem, string> = {
  form: 'Wpisz numer KSeF w postaci 5265877635-20250826-0100001AF629-AF albo oznaczenie OFF, BFK lub DI.',
  day: 'Data w numerze KSeF (8 cyfr po pierwszym łączniku) nie istnieje. Sprawdź, czy numer jest poprawny.',
  checksum: 'Suma kontrolna numeru KSeF się nie zgadza. Sprawdź, czy numer jest poprawny.',
};

/**
 * Accepts an empty text, a KSeF number with an existing day and a valid checksum, or a mark: OFF, BFK or DI.
 */
export const optionalKsefNumber = () =>
  optionalText().superRefine((typed, context) => {
    const problem = typed === undefined ? null : ksefNumberProblem(typed);
    if (problem !== null) context.addIssue({ code: 'custom', message: SENTENCES[problem] });
  });
