import type { RawMaterialRow } from '@spichlerz/shared/wire/materials';

export type ParameterType = RawMaterialRow['parameters'][number]['type'];

export const PARAMETER_TYPE_LABELS: Record<ParameterType, string> = {
  BOOLEAN: 'Tak/Nie',
  NUMBER: 'Liczba',
  TEXT: 'Tekst',
};
