import path from 'node:path';
import { defineConfig } from 'vite';

/** The server, and the commands that administrators run in production, where the sources are missing. */
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
