import path from 'node:path';
import { type Plugin, runnerImport } from 'vite';

const CALLS_IMPORT = /^@spichlerz\/shared\/calls\/([\w-]+)$/;
const VIRTUAL_PREFIX = '\0calls/';
const WIRE_DIRECTORY = path.join(import.meta.dirname, '../../shared/src/wire');

type JsonValue = string | number | boolean | readonly JsonValue[] | { readonly [name: string]: JsonValue };

/**
 * Resolves `@spichlerz/shared/calls/…` to the constants of `@spichlerz/shared/wire/…` without the schemas and
 * therefore without zod. To call an endpoint, the browser needs only ENDPOINT_FIELDS
 * (docs/decisions/0012-calls-without-schemas.md).
 */
export function calls(): Plugin {
  return {
    name: 'calls',
    enforce: 'pre',
    resolveId(source) {
      const name = CALLS_IMPORT.exec(source)?.[1];
      return name === undefined ? undefined : VIRTUAL_PREFIX + name;
    },
    async load(id) {
      if (!id.startsWith(VIRTUAL_PREFIX)) return undefined;
      const wire = path.join(WIRE_DIRECTORY, `${id.slice(VIRTUAL_PREFIX.length)}.ts`);
      const { module, dependencies } = await runnerImport<object>(wire);
      for (const file of [wire, ...dependencies]) this.addWatchFile(file);
      const constants = Object.entries(module).map(([name, value]) => [name, withoutSchemas(value)] as const);
      return constants
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  };
}

const ENDPOINT_FIELDS = ['method', 'path', 'access', 'creates', 'export'];

/**
 * Copies plain values. An endpoint keeps only the fields that a call needs. The result is undefined for a
 * schema, for a function, and for an object that contains nothing else.
 */
function withoutSchemas(value: unknown): JsonValue | undefined {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(withoutSchemas).filter((item) => item !== undefined);
  if (typeof value !== 'object' || value === null || '_zod' in value) return undefined;
  const isEndpoint = 'method' in value && 'path' in value;
  const entries = Object.entries(value)
    .filter(([name]) => !isEndpoint || ENDPOINT_FIELDS.includes(name))
    .flatMap(([name, part]) => {
      const kept = withoutSchemas(part);
      return kept === undefined ? [] : [[name, kept] as const];
    });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
