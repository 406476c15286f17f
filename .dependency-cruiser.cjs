/*
 * Import rules between files, explained in docs/decisions/0001-import-rules.md. Each rule was tested with an
 * import that breaks it.
 */

const typescript = require('typescript');

// Without a compatible TypeScript, dependency-cruiser skips every .ts file and reports no violations.
if (typeof typescript.createSourceFile !== 'function') throw new Error('The package typescript has no API');

const test = '\\.test\\.tsx?$';
const testOrTesting = `(${test}|/testing/)`;

/** A layer of web/src may import only itself, the given layers below it and packages. */
const webLayer = (layer, ...below) => ({
  name: `web-${layer}`,
  comment: `web: app → features → components → api, words, ui; ${layer} imports only what is below it.`,
  severity: 'error',
  from: { path: `^web/src/${layer}/`, pathNot: test },
  to: { path: '^web/src/', pathNot: [layer, ...below].map((folder) => `^web/src/${folder}/`) },
});

/**
 * The folders of web/src/features in their order: a folder may import itself and the folders below it. The
 * files directly in contracts/ are at the bottom, because most features show contracts. The screens of a
 * contract are near the top.
 */
const features = [
  'account',
  'session',
  'users',
  'sandbox',
  'search',
  'margins',
  'positions',
  'invoices',
  'logistics',
  'contracts/dashboard',
  'contracts/form',
  'settlements',
  'allocations',
  'transports',
  'contracts/list',
  'contractors',
  'materials',
  'discount-rules',
  'contracts',
];
const featurePath = (folder) =>
  `^web/src/features/${folder}/${features.some((other) => other.startsWith(`${folder}/`)) ? '[^/]+$' : ''}`;

module.exports = {
  forbidden: [
    {
      name: 'no-unresolved',
      comment: 'Rules cannot check an import that does not resolve.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-circular',
      comment:
        'Files must not import each other in a cycle. Move the common part to a file that both import.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-testing',
      comment: 'Production code must not import test code.',
      severity: 'error',
      from: { pathNot: [testOrTesting, '^bench/'] },
      to: { path: testOrTesting },
    },
    {
      name: 'bench-on-top',
      comment: 'The product does not import its benchmarks.',
      severity: 'error',
      from: { pathNot: '^bench/' },
      to: { path: '^bench/' },
    },

    /* ---- between the workspaces ---- */
    {
      name: 'shared-alone',
      comment: 'shared must not import the server or the web.',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(server|web|e2e)/' },
    },
    {
      name: 'ends-apart',
      comment: 'The server and the web must not import each other. They share only shared.',
      severity: 'error',
      from: { path: '^(server|web)/' },
      to: { path: '^(server|web|e2e)/', pathNot: '^$1/' },
    },
    {
      name: 'domain-pure',
      comment: 'The domain rules import nothing: no zod, no clock, no input or output.',
      severity: 'error',
      from: { path: '^shared/src/domain/', pathNot: testOrTesting },
      to: { pathNot: '^shared/src/domain/' },
    },
    {
      name: 'domain-tests-pure',
      comment: 'Tests of the domain import only the domain and test tools.',
      severity: 'error',
      from: { path: '^shared/src/domain/' },
      to: { pathNot: ['^shared/src/domain/', 'node_modules/(vitest|fast-check)/'] },
    },
    {
      name: 'words-plain',
      comment: 'shared/words may import only the domain.',
      severity: 'error',
      from: { path: '^shared/src/words/' },
      to: { pathNot: '^shared/src/(words|domain)/' },
    },
    {
      name: 'wire-without-words',
      comment: 'shared/wire contains codes only and must not import the Polish words.',
      severity: 'error',
      from: { path: '^shared/src/wire/' },
      to: { path: '^shared/src/words/' },
    },

    /* ---- web ---- */
    webLayer('features', 'components', 'api', 'words', 'ui'),
    webLayer('components', 'api', 'words', 'ui'),
    webLayer('api'),
    webLayer('words'),
    webLayer('ui'),
    {
      name: 'web-app-on-top',
      comment: 'Only the entry file of web/src may import web/src/app.',
      severity: 'error',
      from: { path: '^web/src/[^/]+/', pathNot: '^web/src/app/' },
      to: { path: '^web/src/([^/]+$|app/)' },
    },
    {
      name: 'ui-without-domain',
      comment:
        'The interface kit must not import the domain or the wire, except for the rules about typed text.',
      severity: 'error',
      from: { path: '^web/src/ui/' },
      to: { path: '^shared/', pathNot: '^shared/src/domain/(search|invisible-characters)\\.ts$' },
    },
    ...features.map((folder, index) => ({
      name: `feature-${folder.replace('/', '-')}`,
      comment: 'A feature may import only the features below it, in the order of .dependency-cruiser.cjs.',
      severity: 'error',
      from: { path: featurePath(folder), pathNot: test },
      to: { path: '^web/src/features/', pathNot: features.slice(index).map(featurePath) },
    })),
    {
      name: 'feature-in-order',
      comment: 'A new folder of features needs a place in their order.',
      severity: 'error',
      from: { path: '^web/src/features/', pathNot: features.map(featurePath) },
      to: {},
    },

    /* ---- server ---- */
    {
      name: 'queries-only-read',
      comment: 'A query must not import a command, not even indirectly.',
      severity: 'error',
      from: { path: '-queries\\.ts$' },
      to: { path: '-commands\\.ts$', reachable: true },
    },
    {
      name: 'routes-on-top',
      comment: 'Only the app may import routes.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: '^server/src/app\\.ts$' },
      to: { path: '-routes\\.ts$' },
    },
    {
      name: 'module-public-files',
      comment:
        'Only the queries and commands of a module may be imported from outside, and its routes by the app.',
      severity: 'error',
      from: { path: '^server/src/((?:modules/)?[^/]+)/', pathNot: test },
      to: { path: '^server/src/modules/', pathNot: ['^server/src/$1/', '-(queries|commands|routes)\\.ts$'] },
    },
    {
      name: 'sql-without-http',
      comment: 'Queries and commands must not import http.',
      severity: 'error',
      from: { path: '^server/src/(modules|audit|lists|db|mail)/', pathNot: ['-routes\\.ts$', test] },
      to: { path: '^server/src/(http/|app\\.ts$)' },
    },
    {
      name: 'http-as-types',
      comment: 'Modules, the database and mail may import only types from http.',
      severity: 'error',
      from: { path: '^server/src/(modules|auth|audit|lists|db|mail)/', pathNot: test },
      to: { path: '^server/src/http/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'fastify-in-http',
      comment: 'Only http, auth and app.ts may import the web framework.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: ['^server/src/(http/|auth/|app\\.ts$)', testOrTesting] },
      to: { path: 'node_modules/(fastify|@fastify|jose)(/|$)' },
    },
    ...[
      ['db', 'lists', 'audit', 'auth', 'mail', 'modules', 'http', 'jobs', 'demo', 'cli'],
      ['lists', 'audit', 'auth', 'mail', 'modules', 'jobs', 'demo', 'cli'],
      ['audit', 'mail', 'modules', 'jobs', 'demo', 'cli'],
      ['auth', 'modules', 'jobs', 'demo', 'cli'],
      ['modules', 'jobs', 'demo', 'cli'],
      ['http', 'modules', 'jobs', 'demo', 'cli'],
      ['jobs', 'demo', 'cli'],
      ['demo', 'jobs', 'cli'],
    ].map(([layer, ...above]) => ({
      name: `server-${layer}`,
      comment: `server: cli → demo, jobs → app → http, modules → auth, audit → lists → db; ${layer} imports nothing above it.`,
      severity: 'error',
      from: { path: `^server/src/${layer}/`, pathNot: test },
      to: { path: `^server/src/(${above.join('|')})/` },
    })),
    {
      name: 'export-plain',
      comment: 'The export must not import other folders of the server.',
      severity: 'error',
      from: { path: '^server/src/export/', pathNot: test },
      to: { path: '^server/src/', pathNot: '^server/src/export/' },
    },
    {
      name: 'print-plain',
      comment: 'The printouts must not import other folders of the server.',
      severity: 'error',
      from: { path: '^server/src/print/', pathNot: test },
      to: {
        path: '^server/src/',
        pathNot: ['^server/src/print/', '^server/src/repository-root\\.ts$'],
      },
    },
    {
      name: 'programs-on-top',
      comment: 'Only the programs start jobs and load the demo company.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: ['^server/src/(cli|demo|jobs)/', testOrTesting] },
      to: { path: '^server/src/(demo|jobs|cli)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The rules also apply to type imports. Finding them needs the API of the package typescript.
    tsPreCompilationDeps: true,
    detectProcessBuiltinModuleCalls: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
