import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compress } from './build/compress.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compress()],
  build: {
    outDir: 'dist',
    // lightningcss would rewrite light-dark() for older targets into a polyfill that loses Mantine's borders
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    sourcemap: true,
  },
  server: { port: 5173, proxy: { '/api': 'http://127.0.0.1:3000' } },
});
