import { toSnake } from '@spichlerz/shared/wire/case';
import type { z } from 'zod';
import { compileObject } from '../compile-object.ts';

/** Converts a reply to its wire format. */
export type Serialize = (value: unknown) => unknown;

const unchanged: Serialize = (value) => value;

/**
 * Compiles a reply schema into a function that copies field by field with snake_case names: fields outside
 * the schema are never sent. Replies are not validated at run time, because the compiler has checked their
 * types.
 */
export function serializer(schema: z.ZodType): Serialize {
  const { def } = (schema as unknown as { _zod: { def: Def } })._zod;
  switch (def.type) {
    case 'object':
      return serializeObject(def.shape ?? {});
    case 'array': {
      const item = serializer(required(def.element));
      return item === unchanged ? unchanged : (value) => (value as unknown[]).map(item);
    }
    case 'nullable':
    case 'optional': {
      const inner = serializer(required(def.innerType));
      return inner === unchanged
        ? unchanged
        : (value) => (value === null || value === undefined ? value : inner(value));
    }
    default:
      // Values without named fields need no conversion: scalars, and records whose keys are data.
      return unchanged;
  }
}

type Def = {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  innerType?: z.ZodType;
};

/** An undefined field is present in the object, but JSON omits it. */
function serializeObject(shape: Record<string, z.ZodType>): Serialize {
  return compileObject(
    Object.entries(shape).map(([key, schema]) => {
      const serialize = serializer(schema);
      return { name: toSnake(key), source: key, convert: serialize === unchanged ? undefined : serialize };
    }),
  );
}

function required(schema: z.ZodType | undefined): z.ZodType {
  if (schema === undefined) throw new TypeError('A reply schema has no inner schema where it must');
  return schema;
}
