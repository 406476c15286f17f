import path from 'node:path';
import { defineConfig } from 'vite';

/** Builds the server, and the commands for administrators in production, where there are no sources. */
const programs = ['main', 'create-admin', 'close-demo', 'check-integrity'];

export default defineConfig({
  root: import.meta.dirname,
  build: {
    ssr: true,
    outDir: 'dist',
    target: 'node20',
    sourcemap: true,
    rolldownOptions: {
      input: Object.fromEntries(
        programs.map((name) => [name, path.join(import.meta.dirname, 'src', 'cli', `${name}.ts`)]),
      ),
    },
  },
});
