/*
 * Which file may import which, docs/decisions/0001-import-rules.md says why. Every rule is an error and was proved
 * once by breaking it.
 */

const typescript = require('typescript');

// Without a TypeScript it can read with, dependency-cruiser skips every .ts file and reports that all is well.
if (typeof typescript.createSourceFile !== 'function') throw new Error('The package typescript has no API');

const test = '\\.test\\.tsx?$';
const testOrTesting = `(${test}|/testing/)`;

/** Files of web/src below a layer: it may import these and packages, nothing beside or above. */
const webLayer = (layer, ...below) => ({
  name: `web-${layer}`,
  comment: `web: app → features → components → api, words; ${layer} imports only what is below it.`,
  severity: 'error',
  from: { path: `^web/src/${layer}/`, pathNot: test },
  to: { path: '^web/src/', pathNot: [layer, ...below].map((folder) => `^web/src/${folder}/`) },
});

module.exports = {
  forbidden: [
    {
      name: 'no-unresolved',
      comment: 'A rule cannot judge an import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-circular',
      comment: 'Of two files that need each other, one has something that belongs below both.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-testing',
      comment: 'What tests are made of never runs in the product.',
      severity: 'error',
      from: { pathNot: testOrTesting },
      to: { path: testOrTesting },
    },

    /* ---- between the workspaces ---- */
    {
      name: 'shared-alone',
      comment: 'shared knows neither end.',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(server|web|e2e)/' },
    },
    {
      name: 'ends-apart',
      comment: 'The server and the web meet on the wire only.',
      severity: 'error',
      from: { path: '^(server|web)/' },
      to: { path: '^(server|web|e2e)/', pathNot: '^$1/' },
    },
    {
      name: 'domain-pure',
      comment: 'The rules of the trade import nothing: no zod, no clock, no input or output.',
      severity: 'error',
      from: { path: '^shared/src/domain/', pathNot: testOrTesting },
      to: { pathNot: '^shared/src/domain/' },
    },
    {
      name: 'domain-tests-pure',
      comment: 'Tests of the rules need the rules and a test tool.',
      severity: 'error',
      from: { path: '^shared/src/domain/' },
      to: { pathNot: ['^shared/src/domain/', 'node_modules/(vitest|fast-check)/'] },
    },
    {
      name: 'words-plain',
      comment:
        'The words both ends read are records; they know the domain, and neither rule nor call knows them.',
      severity: 'error',
      from: { path: '^shared/src/words/' },
      to: { pathNot: '^shared/src/(words|domain)/' },
    },
    {
      name: 'wire-wordless',
      comment: 'The wire carries codes; people read words at its ends.',
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
      comment: 'Only the page itself starts the app.',
      severity: 'error',
      from: { path: '^web/src/[^/]+/', pathNot: '^web/src/app/' },
      to: { path: '^web/src/([^/]+$|app/)' },
    },
    {
      name: 'ui-without-domain',
      comment:
        'The interface kit knows neither the trade nor the wire; selects match texts as the lists of the server do.',
      severity: 'error',
      from: { path: '^web/src/ui/' },
      to: { path: '^shared/', pathNot: '^shared/src/domain/search\\.ts$' },
    },
    {
      name: 'features-apart',
      comment: 'What two features need moves down to components, api or words.',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },

    /* ---- server ---- */
    {
      name: 'queries-only-read',
      comment: 'A query never reaches a command, not even through another file.',
      severity: 'error',
      from: { path: '-queries\\.ts$' },
      to: { path: '-commands\\.ts$', reachable: true },
    },
    {
      name: 'routes-on-top',
      comment: 'Routes are registered by the app and used by nobody else.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: '^server/src/app\\.ts$' },
      to: { path: '-routes\\.ts$' },
    },
    {
      name: 'modules-by-their-doors',
      comment: 'A module is reached through its queries and commands; the hash of passwords holds no data.',
      severity: 'error',
      from: { path: '^server/src/modules/([^/]+)/', pathNot: test },
      to: {
        path: '^server/src/modules/',
        pathNot: [
          '^server/src/modules/$1/',
          '-(queries|commands)\\.ts$',
          '^server/src/modules/session/password-(hash|policy)\\.ts$',
        ],
      },
    },
    {
      name: 'modules-by-their-doors-from-outside',
      comment: 'The same for everything that is no module; the app registers routes.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: ['^server/src/modules/', test] },
      to: {
        path: '^server/src/modules/',
        pathNot: [
          '-(queries|commands|routes)\\.ts$',
          '^server/src/modules/session/password-(hash|policy)\\.ts$',
        ],
      },
    },
    {
      name: 'sql-without-http',
      comment: 'What reads and writes the database knows of HTTP only who calls: the type Actor.',
      severity: 'error',
      from: { path: '^server/src/(modules|db|mail)/', pathNot: ['-routes\\.ts$', test] },
      to: { path: '^server/src/(http/|app\\.ts$)', pathNot: '^server/src/http/actor\\.ts$' },
    },
    {
      name: 'http-as-types',
      comment: 'Modules, the database and mail take types of http, never code.',
      severity: 'error',
      from: { path: '^server/src/(modules|db|mail)/', pathNot: test },
      to: { path: '^server/src/http/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'fastify-in-http',
      comment: 'Another web framework would change http/ and app.ts alone.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: ['^server/src/(http/|app\\.ts$)', testOrTesting] },
      to: { path: 'node_modules/(fastify|@fastify|jose)(/|$)' },
    },
    {
      name: 'db-below',
      comment: 'The database does not know the modules; only the demo company is made by their commands.',
      severity: 'error',
      from: { path: '^server/src/db/', pathNot: ['^server/src/db/seeds/', test] },
      to: { path: '^server/src/(modules|mail)/' },
    },
    {
      name: 'export-plain',
      comment: 'A file is made of rows and columns, wherever they come from and go to.',
      severity: 'error',
      from: { path: '^server/src/export/', pathNot: test },
      to: { path: '^server/src/', pathNot: '^server/src/export/' },
    },
    {
      name: 'print-plain',
      comment: 'A document is made of records, wherever they come from.',
      severity: 'error',
      from: { path: '^server/src/print/', pathNot: test },
      to: {
        path: '^server/src/',
        pathNot: ['^server/src/print/', '^server/src/repository-root\\.ts$'],
      },
    },
    {
      name: 'seeds-on-top',
      comment: 'The demo company is loaded by the start of the server and known to nobody else.',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: ['^server/src/main\\.ts$', '^server/src/db/seeds/', testOrTesting],
      },
      to: { path: '^server/src/db/seeds/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Imports of types count too. This needs a TypeScript that has an API; see docs/decisions/0001-import-rules.md.
    tsPreCompilationDeps: true,
    detectProcessBuiltinModuleCalls: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
