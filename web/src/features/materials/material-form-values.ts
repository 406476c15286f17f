import { duplicateIndexes } from '@spichlerz/shared/domain/contractor';
import { isInThousandths } from '@spichlerz/shared/domain/discount-rule';
import { INTEGER_MAX, INTEGER_MIN } from '@spichlerz/shared/domain/units';
import type { RawMaterialRow } from '@spichlerz/shared/wire/materials';
import { orEmpty } from '@spichlerz/shared/words/figures';
import { z } from 'zod';
import type { FieldDescriptions } from '../../components/save/record-changes.ts';
import { requiredText } from '../../ui/form/rules.ts';
import type { Form } from '../../ui/form/use-zod-form.ts';
import { YES_NO_TEXT } from '../../words/labels.ts';
import { formatCount } from '../../words/plural.ts';

type Parameters = RawMaterialRow['parameters'];
type Stored = RawMaterialRow['qualityOptions'];

/** A quality with a value per parameter. An empty text means no value. */
const quality = z.object({
  id: z.number().optional(),
  title: requiredText(),
  values: z.array(z.object({ parameterId: z.number(), value: z.string().trim() })),
});

const fields = z.object({
  name: requiredText(),
  displayOrder: z
    .string()
    .trim()
    .refine((text) => /^\d{0,4}$/.test(text), 'Wpisz liczbę od 0 do 9999.')
    .transform((text) => (text === '' ? undefined : Number(text))),
  qualities: z.array(quality),
});

/**
 * The schema of the form for a raw material with these parameters. A stored value that the user has not changed
 * may have more decimal places than a new one, because it may be older than the limit.
 */
export function materialSchema(parameters: Parameters, stored: Stored = []) {
  const isStored = (qualityId: number | undefined, parameterId: number, value: string) =>
    stored
      .find(({ id }) => id === qualityId)
      ?.parameterValues.some((one) => one.parameterId === parameterId && one.value === plainNumber(value));
  const numbers = new Set(parameters.filter(({ type }) => type === 'NUMBER').map(({ id }) => id));
  return fields.superRefine(({ qualities }, context) => {
    for (const index of duplicateIndexes(qualities.map(({ title }) => title))) {
      context.addIssue({
        code: 'custom',
        path: ['qualities', index, 'title'],
        message: 'Taka jakość już jest.',
      });
    }
    for (const [index, { id, values }] of qualities.entries()) {
      for (const [place, { parameterId, value }] of values.entries()) {
        if (value === '' || !numbers.has(parameterId) || isStored(id, parameterId, value)) continue;
        const message = numberProblem(value);
        if (message === null) continue;
        context.addIssue({ code: 'custom', path: ['qualities', index, 'values', place, 'value'], message });
      }
    }
  });
}

type MaterialValues = z.input<typeof fields>;
type Output = z.output<typeof fields>;
export type MaterialForm = Form<MaterialValues, Output>;

export const NEW_MATERIAL: MaterialValues = { name: '', displayOrder: '', qualities: [] };

export function materialValues(material: RawMaterialRow): MaterialValues {
  return {
    name: material.name,
    displayOrder: String(material.displayOrder),
    qualities: material.qualityOptions.map(({ id, title, parameterValues }) => ({
      id,
      title,
      values: material.parameters.map((parameter) => ({
        parameterId: parameter.id,
        value: fieldTextOf(
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

/** The request of a raw material. Numbers are typed with a comma and sent with a point. */
export function rawMaterialRequest(output: Output, parameters: Parameters, version: number | undefined) {
  const numbers = new Set(parameters.filter(({ type }) => type === 'NUMBER').map(({ id }) => id));
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
          value: numbers.has(parameterId) ? plainNumber(value) : value,
        })),
    })),
  };
}

/** Returns a name such as `Wilgotność [%]`. */
export function nameWithUnit({ name, unit }: Pick<Parameters[number], 'name' | 'unit'>): string {
  return unit === null ? name : `${name} [${unit}]`;
}

/** The label and format of each form field, for lists of changes. */
export function materialFieldDescriptions(parameters: Parameters): FieldDescriptions<MaterialValues> {
  const valueText = ({ parameterId, value }: MaterialValues['qualities'][number]['values'][number]) => {
    const parameter = parameters.find(({ id }) => id === parameterId);
    return value === '' || parameter === undefined
      ? []
      : [`${parameter.name}: ${formatParameterValue(parameter, value)}`];
  };
  return {
    name: { label: 'Nazwa', show: orEmpty },
    displayOrder: { label: 'Kolejność zakładek', show: orEmpty },
    qualities: {
      label: 'Jakości',
      show: (qualities) =>
        orEmpty(
          qualities
            .map(({ title, values }) => {
              const given = values.flatMap(valueText);
              return given.length === 0 ? title : `${title} (${given.join('; ')})`;
            })
            .join(', '),
        ),
    },
  };
}

/** Maps a path of the request to the form. The request omits empty parameter values, so the indexes differ. */
export function formPath({ qualities }: Output, path: string): string {
  const [, index, rest = ''] = /^qualityOptions\.(\d+)\.(.+)$/.exec(path) ?? [];
  if (index === undefined) return path === 'qualityOptions' ? 'qualities' : path;
  const [, sent] = /^parameterValues\.(\d+)/.exec(rest) ?? [];
  if (sent === undefined) return `qualities.${index}.${rest}`;
  const places = (qualities[Number(index)]?.values ?? []).flatMap(({ value }, place) =>
    value === '' ? [] : [place],
  );
  return `qualities.${index}.values.${places[Number(sent)] ?? sent}.value`;
}

/** Adapts the values to the current parameters. Typed values stay, and a new parameter has no value. */
export function alignToParameters(
  parameters: Parameters,
  qualities: MaterialValues['qualities'],
): MaterialValues['qualities'] {
  return qualities.map((quality) => ({
    ...quality,
    values: parameters.map(({ id }) => ({
      parameterId: id,
      value: quality.values.find(({ parameterId }) => parameterId === id)?.value ?? '',
    })),
  }));
}

function plainNumber(text: string): string {
  return text.replace(/\s/g, '').replace(',', '.').replace('−', '-');
}

function numberProblem(text: string): string | null {
  const number = Number(plainNumber(text));
  if (!Number.isFinite(number)) return 'Wpisz liczbę.';
  if (number > INTEGER_MAX) return `Ta liczba jest za duża. Wpisz najwyżej ${formatCount(INTEGER_MAX)}.`;
  if (number < INTEGER_MIN) return `Ta liczba jest za mała. Wpisz co najmniej ${formatCount(INTEGER_MIN)}.`;
  if (!isInThousandths(number)) return 'Wpisz najwyżej 3 miejsca po przecinku.';
  return null;
}

/** The text of a stored value in its form field. A Yes/No field keeps the stored text. */
function fieldTextOf({ type }: Parameters[number], value: string): string {
  return type === 'NUMBER' ? value.replace('.', ',') : value;
}

/** A stored or typed value as a text to read. */
export function formatParameterValue(parameter: Parameters[number], value: string): string {
  if (parameter.type !== 'BOOLEAN') return fieldTextOf(parameter, value);
  return YES_NO_TEXT.find((answer) => answer.value === value)?.label ?? value;
}

export type ParameterType = RawMaterialRow['parameters'][number]['type'];

export const PARAMETER_TYPE_LABELS: Record<ParameterType, string> = {
  BOOLEAN: 'Tak/Nie',
  NUMBER: 'Liczba',
  TEXT: 'Tekst',
};
