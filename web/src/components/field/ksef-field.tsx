import { HEADERS } from '@spichlerz/shared/words/headers';
import type { FieldValues } from 'react-hook-form';
import { TextField } from '../../ui/field/text-field.tsx';
import type { Binding } from '../../ui/field/use-field.ts';

type Props<Values extends FieldValues, Output> = Binding<Values, string, Output> & {
  'data-autofocus'?: boolean;
};

/** The KSeF number of an invoice, or the mark of an invoice without a KSeF number. */
export function KsefField<Values extends FieldValues, Output>(props: Props<Values, Output>) {
  return (
    <TextField
      {...props}
      label={HEADERS.ksefNumber}
      description="35 znaków albo oznaczenie OFF, BFK lub DI."
    />
  );
}
