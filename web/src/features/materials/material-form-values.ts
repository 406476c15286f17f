import type { RawMaterialRow } from '@spichlerz/shared/wire/materials';
import { z } from 'zod';
import { requiredText } from '../../ui/form/rules.ts';
import type { Form } from '../../ui/form/use-zod-form.ts';

/** A quality with a value per parameter; an empty value is none. */
const quality = z.object({
  id: z.number().optional(),
  title: requiredText(),
  values: z.array(z.object({ parameterId: z.number(), value: z.string().trim() })),
});

export const materialSchema = z
  .object({
    name: requiredText(),
    displayOrder: z
      .string()
      .trim()
      .refine((text) => /^\d{0,4}$/.test(text), 'Wpisz liczbę od 0 do 9999.')
      .transform((text) => (text === '' ? undefined : Number(text))),
    qualities: z.array(quality),
  })
  .superRefine(({ qualities }, context) => {
    const seen = new Set<string>();
    for (const [index, { title }] of qualities.entries()) {
      const key = title.trim().toLocaleLowerCase('pl');
      if (key !== '' && seen.has(key)) {
        context.addIssue({
          code: 'custom',
          path: ['qualities', index, 'title'],
          message: 'Taka jakość już jest.',
        });
      }
      seen.add(key);
    }
  });

export type MaterialValues = z.input<typeof materialSchema>;
type Output = z.output<typeof materialSchema>;
export type MaterialForm = Form<MaterialValues, Output>;

export const NEW_MATERIAL: MaterialValues = { name: '', displayOrder: '', qualities: [] };

type Parameters = RawMaterialRow['parameters'];

export function materialValues(material: RawMaterialRow): MaterialValues {
  return {
    name: material.name,
    displayOrder: String(material.displayOrder),
    qualities: material.qualityOptions.map(({ id, title, parameterValues }) => ({
      id,
      title,
      values: material.parameters.map((parameter) => ({
        parameterId: parameter.id,
        value: shownValue(
          parameter,
          parameterValues.find((one) => one.parameterId === parameter.id)?.value ?? '',
        ),
      })),
    })),
  };
}

export function newQuality(parameters: Parameters): MaterialValues['qualities'][number] {
  return { title: '', values: parameters.map(({ id }) => ({ parameterId: id, value: '' })) };
}

/** Numbers are typed with a comma and sent with a point. */
export function materialRequest(output: Output, parameters: Parameters, version: number | undefined) {
  const isNumber = (parameterId: number) =>
    parameters.find(({ id }) => id === parameterId)?.type === 'NUMBER';
  return {
    name: output.name,
    ...(output.displayOrder !== undefined && { displayOrder: output.displayOrder }),
    ...(version !== undefined && { version }),
    qualityOptions: output.qualities.map(({ id, title, values }) => ({
      ...(id !== undefined && { id }),
      title,
      parameterValues: values
        .filter(({ value }) => value !== '')
        .map(({ parameterId, value }) => ({
          parameterId,
          value: isNumber(parameterId) ? value.replace(/\s/g, '').replace(',', '.') : value,
        })),
    })),
  };
}

function shownValue({ type }: Parameters[number], value: string): string {
  return type === 'NUMBER' ? value.replace('.', ',') : value;
}
