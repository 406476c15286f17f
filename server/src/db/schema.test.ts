import path from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { repositoryRoot } from '../repository-root.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

// The TypeScript type of each PostgreSQL type in the result of a select; pool.ts sets the parsers.
const TYPE_OF: Record<string, string> = {
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  jsonb: 'object',
  'bigint[]': 'array',
  'text[]': 'array',
};

async function columnsOfDatabase(): Promise<Record<string, string>> {
  const { rows } = await test.pool.query<{ name: string; type: string; nullable: boolean }>(
    `select c.relname || '.' || a.attname as name, format_type(a.atttypid, null) as type,
       c.relkind = 'r' and not a.attnotnull as nullable
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind in ('r', 'v') and c.relnamespace = 'public'::regnamespace and a.attnum > 0
       and not a.attisdropped and c.relname <> 'schema_migration'
     order by name`,
  );
  return Object.fromEntries(
    rows.map(({ name, type, nullable }) => [
      name,
      `${TYPE_OF[type] ?? 'string'}${nullable ? ' | null' : ''}`,
    ]),
  );
}

/** Reads the columns of `Database` with the TypeScript compiler, as selects return them. */
function columnsOfTypes(): Record<string, string> {
  const file = path.join(repositoryRoot, 'server', 'src', 'db', 'schema.ts');
  const probe = path.join(path.dirname(file), 'schema-probe.ts');
  const text = `import type { Selectable } from 'kysely'; import type { Database } from './schema.ts';
    export type Rows = { [Table in keyof Database]: Selectable<Database[Table]> };`;
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    types: ['node'],
  };
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (name) => name === probe || disk.fileExists(name),
    readFile: (name) => (name === probe ? text : disk.readFile(name)),
    getSourceFile: (name, ...rest) =>
      name === probe
        ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2023)
        : disk.getSourceFile(name, ...rest),
  };
  const program = ts.createProgram([probe], options, host);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(probe);
  const alias = source?.statements.find(ts.isTypeAliasDeclaration);
  if (alias === undefined) throw new Error('The probe of the schema has no type');
  const kindOf = (type: ts.Type): string => {
    if (type.flags & ts.TypeFlags.Null) return 'null';
    if (type.flags & ts.TypeFlags.NumberLike) return 'number';
    if (type.flags & ts.TypeFlags.StringLike) return 'string';
    if (type.flags & ts.TypeFlags.BooleanLike) return 'boolean';
    // a branded number, such as Kilograms
    if (type.isIntersection()) return type.types.map(kindOf).find((kind) => kind !== 'object') ?? 'object';
    if (checker.isArrayType(type)) return 'array';
    return type.symbol?.name === 'Buffer' ? 'Buffer' : 'object';
  };
  const describe = (type: ts.Type): string => {
    const kinds = new Set((type.isUnion() ? type.types : [type]).map(kindOf));
    const isNullable = kinds.delete('null');
    return `${[...kinds].join(' | ')}${isNullable ? ' | null' : ''}`;
  };
  const rows = checker.getTypeAtLocation(alias);
  return Object.fromEntries(
    rows.getProperties().flatMap((table) =>
      checker
        .getTypeOfSymbolAtLocation(table, alias)
        .getProperties()
        .map((column): [string, string] => [
          `${table.name}.${column.name}`,
          describe(checker.getTypeOfSymbolAtLocation(column, alias)),
        ]),
    ),
  );
}

it('the Kysely types of the tables match the columns of the migrated database', async () => {
  expect(columnsOfTypes()).toEqual(await columnsOfDatabase());
});
