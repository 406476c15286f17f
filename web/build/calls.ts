import path from 'node:path';
import { type Plugin, runnerImport } from 'vite';

const CALLS = /^@spichlerz\/shared\/calls\/([\w-]+)$/;
const LOADED = '\0calls/';
const WIRE = path.join(import.meta.dirname, '../../shared/src/wire');

type Light = string | number | boolean | readonly Light[] | { readonly [name: string]: Light };

/**
 * `@spichlerz/shared/calls/…` is `@spichlerz/shared/wire/…` without the schemas, and so without zod: where an endpoint
 * is and how it is called is all the browser needs to call it (docs/decisions/0012-calls-without-schemas.md).
 */
export function calls(): Plugin {
  return {
    name: 'calls',
    enforce: 'pre',
    resolveId(source) {
      const name = CALLS.exec(source)?.[1];
      return name === undefined ? undefined : LOADED + name;
    },
    async load(id) {
      if (!id.startsWith(LOADED)) return undefined;
      const wire = path.join(WIRE, `${id.slice(LOADED.length)}.ts`);
      const { module, dependencies } = await runnerImport<object>(wire);
      for (const file of [wire, ...dependencies]) this.addWatchFile(file);
      const constants = Object.entries(module).map(([name, value]) => [name, light(value)] as const);
      return constants
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  };
}

const OF_ENDPOINT = ['method', 'path', 'access', 'creates', 'export'];

/** Plain values as they are, endpoints by what a call takes; undefined for schemas and functions. */
function light(value: unknown): Light | undefined {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(light).filter((item) => item !== undefined);
  if (typeof value !== 'object' || value === null || '_zod' in value) return undefined;
  const isEndpoint = 'method' in value && 'path' in value;
  const entries = Object.entries(value)
    .filter(([name]) => !isEndpoint || OF_ENDPOINT.includes(name))
    .flatMap(([name, part]) => {
      const kept = light(part);
      return kept === undefined ? [] : [[name, kept] as const];
    });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
