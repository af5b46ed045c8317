import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `vite` alone (without `npm run dev`) finds a running server, e.g. for work on screens. */
const server = process.env.PORTICO_URL ?? 'http://localhost:4000';
const api = ['/portico', '/v1', '/v2', '/v4', '/oauth2', '/wix.js'];

export default defineConfig({
  base: '/dashboard/',
  plugins: [react()],
  build: {
    outDir: 'build',
    emptyOutDir: true,
    // compressing every file twice to print its size is a fifth of the build
    reportCompressedSize: false,
    // pages are served with a content security policy that knows no inline script
    modulePreload: { polyfill: false },
    target: 'es2022',
    // newer than the scripts' target: light-dark() stays as written, for its replacement needs a scheme in each file
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // What many chunks share becomes one file. Measured with 8 to 28: with 20 home and lists load least, without a file for each icon.
    // Scripts alone: style sheets in it would come before those of the shell, which they build on.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'common', minShareCount: 20, test: /\.[jt]sx?$|\.mjs$/ }] } },
    },
  },
  server: { proxy: Object.fromEntries(api.map((path) => [path, { target: server, changeOrigin: false }])) },
});
