import { z } from 'zod';
import { INTEGER_MAX, INTEGER_MIN } from '../domain/units.ts';
import { endpoint } from './endpoint.ts';
import { id, optionalText, pathId, text } from './field.ts';
import { type ListQueryOf, postList } from './list-endpoint.ts';
import { contractUsage } from './usage.ts';

const tag = 'Raw materials';

export const PARAMETER_TYPES = ['BOOLEAN', 'NUMBER', 'TEXT'] as const;

const parameter = z.object({
  id: id(),
  rawMaterialId: id(),
  name: z.string(),
  type: z.enum(PARAMETER_TYPES),
  unit: z.string().nullable(),
});

export const rawMaterialRow = z.object({
  id: id(),
  name: z.string(),
  displayOrder: z.int(),
  version: z.int(),
  parameters: z.array(parameter),
  variants: z.array(z.object({ id: id(), name: z.string() })),
  qualityOptions: z.array(
    z.object({
      id: id(),
      title: z.string(),
      parameterValues: z.array(z.object({ parameterId: id(), value: z.string() })),
    }),
  ),
});
export type RawMaterialRow = z.output<typeof rawMaterialRow>;

export const listRawMaterials = postList({
  path: '/cargo/list',
  access: 'user',
  tag,
  summary: 'Lists raw materials with their parameters, variants and qualities. Search covers the name.',
  filters: {},
  sort: ['id', 'name', 'display_order'],
  order: 'display_order ASC',
  row: rawMaterialRow,
});
export type RawMaterialListQuery = ListQueryOf<typeof listRawMaterials>;

export const listQualityOptions = endpoint({
  method: 'GET',
  path: '/cargo/get-all-quality-option/:id',
  access: 'user',
  tag,
  summary: 'Lists the qualities of a raw material.',
  params: pathId(),
  reply: z.array(z.object({ value: id(), label: z.string() })),
});

const usedPart = z.object({ id: id(), usedIn: contractUsage });

export const rawMaterialUsage = z.object({
  id: id(),
  usedIn: contractUsage,
  /** Only the qualities and variants that a contract uses. */
  qualityOptions: z.array(usedPart),
  variants: z.array(usedPart),
});
export type RawMaterialUsage = z.output<typeof rawMaterialUsage>;

export const listRawMaterialUsage = endpoint({
  method: 'GET',
  path: '/cargo/usage',
  access: 'user',
  tag,
  summary: 'Lists the contracts that use each raw material, its qualities and its variants.',
  reply: z.array(rawMaterialUsage),
});

export const createVariant = endpoint({
  method: 'POST',
  path: '/cargo/create-variant',
  access: 'admin',
  tag,
  summary: 'Adds a variant to a raw material.',
  body: z.object({ rawMaterialId: id(), name: text() }),
  reply: z.object({ id: id() }),
  creates: true,
});

export const changeVariant = endpoint({
  method: 'PUT',
  path: '/cargo/variant/:id',
  access: 'admin',
  tag,
  summary: 'Renames a variant.',
  params: pathId(),
  body: z.object({ name: text() }),
  reply: z.literal(true),
});

export const deleteVariant = endpoint({
  method: 'DELETE',
  path: '/cargo/variant/:id',
  access: 'admin',
  tag,
  summary: 'Deletes a variant that no contract uses.',
  params: pathId(),
  reply: z.literal(true),
});

export const upsertParameter = endpoint({
  method: 'POST',
  path: '/cargo/upsert-parameter',
  access: 'admin',
  tag,
  summary: 'Creates or changes a quality parameter.',
  body: z.object({
    id: id().optional(),
    rawMaterialId: id(),
    name: text(),
    type: z.enum(PARAMETER_TYPES),
    unit: optionalText(20),
  }),
  reply: z.object({ id: id() }),
  creates: true,
});

export const getParameter = endpoint({
  method: 'GET',
  path: '/cargo/parameter/:id',
  access: 'user',
  tag,
  summary: 'Returns a quality parameter.',
  params: pathId(),
  reply: parameter,
});

export const deleteParameter = endpoint({
  method: 'DELETE',
  path: '/cargo/parameter/:id',
  access: 'admin',
  tag,
  summary: 'Deletes a quality parameter.',
  params: pathId(),
  reply: z.literal(true),
});

/** A number sent as text is validated by the command, which reads the type of the parameter. */
const boundedNumber = z.number().min(INTEGER_MIN).max(INTEGER_MAX);

const rawMaterialBody = z.object({
  name: text(),
  displayOrder: z.int().min(0).max(10_000).optional(),
  qualityOptions: z
    .array(
      z.object({
        id: id().optional(),
        title: text(),
        parameterValues: z
          .array(z.object({ parameterId: id(), value: z.union([text(), boundedNumber, z.boolean()]) }))
          .max(100)
          .optional(),
      }),
    )
    .max(200)
    .optional()
    .describe('The complete list in display order. When absent, the stored qualities stay.'),
  version: z.int().optional(),
});

export const createRawMaterial = endpoint({
  method: 'POST',
  path: '/cargo/create',
  access: 'admin',
  tag,
  summary: 'Creates a raw material.',
  body: rawMaterialBody,
  reply: z.object({ id: id() }),
  creates: true,
});

export const changeRawMaterial = endpoint({
  method: 'PUT',
  path: '/cargo/update/:id',
  access: 'admin',
  tag,
  summary: 'Changes a raw material and its qualities.',
  params: pathId(),
  body: rawMaterialBody,
  reply: z.literal(true),
});

export const deleteRawMaterial = endpoint({
  method: 'DELETE',
  path: '/cargo/delete/:id',
  access: 'admin',
  tag,
  summary: 'Deletes a raw material that no record uses.',
  params: pathId(),
  reply: z.literal(true),
});
