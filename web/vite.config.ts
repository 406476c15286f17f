import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { calls } from './build/calls.ts';
import { compress } from './build/compress.ts';
import { cssVariables } from './build/css-variables.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [calls(), cssVariables(), react(), compress()],
  resolve: { alias: [{ find: /^zod$/, replacement: path.join(import.meta.dirname, 'src/app/zod.ts') }] },
  build: {
    outDir: 'dist',
    // lightningcss would rewrite light-dark() for older targets into a polyfill that loses Mantine's borders
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // beside the files for whoever looks for a fault; the server does not hand them out (server/src/http/web.ts)
    sourcemap: 'hidden',
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Left alone, the bundler makes a file of every few modules: a hundred for a list, which then took twice as
          // long to show. Each group takes what its page stands on, but for what a group before it has taken.
          groups: [
            { name: 'door', tags: ['$initial'], priority: 6 },
            { name: 'application', test: /src.app.application\.tsx$/, priority: 5 },
            { name: 'list', test: /src.features.contracts.contracts-page\.tsx$/, priority: 4 },
            {
              name: 'lists',
              test: /src.features.+(positions?|users|materials|contractors)-page\.tsx$/,
              priority: 3,
            },
            {
              name: 'forms',
              test: /src.(ui.(form|field|dialog)|components.(field|save)).+\.tsx?$/,
              priority: 2,
            },
            { name: 'contract', test: /src.app.contract-dashboard-page\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': 'http://127.0.0.1:3000' } },
});
