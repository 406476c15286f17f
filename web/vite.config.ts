import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { calls } from './build/calls.ts';
import { compress } from './build/compress.ts';
import { cssVariables } from './build/css-variables.ts';
import { pagePreloads } from './build/page-preloads.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [calls(), cssVariables(), react(), pagePreloads(), compress()],
  resolve: { alias: [{ find: /^zod$/, replacement: path.join(import.meta.dirname, 'src/app/zod.ts') }] },
  build: {
    outDir: 'dist',
    // For older browsers lightningcss would replace light-dark() by a polyfill that does not show Mantine's
    // borders.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // Every supported browser preloads modules without a polyfill.
    modulePreload: { polyfill: false },
    // Source maps are written for debugging, but the server does not serve them (server/src/http/web.ts).
    sourcemap: 'hidden',
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Without groups, the bundler split the code of a list into about a hundred files, which doubled its
          // loading time. A group contains the matching modules and their imports, except the modules of groups
          // with a higher priority.
          groups: [
            { name: 'entry', tags: ['$initial'], priority: 6 },
            { name: 'application', test: /src.app.application\.tsx$/, priority: 5 },
            { name: 'list', test: /src.features.contracts.list.contracts-page\.tsx$/, priority: 4 },
            {
              name: 'lists',
              test: /src.features.+(positions?|users|materials|contractors)-page\.tsx$/,
              priority: 3,
            },
            {
              name: 'forms',
              test: /src.(ui.(form|field|overlay)|components.(field|save)).+\.tsx?$/,
              priority: 2,
            },
            {
              name: 'contract',
              test: /src.features.contracts.dashboard.contract-dashboard-page\.tsx$/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': `http://127.0.0.1:${process.env['PORT'] ?? 3000}` } },
});
