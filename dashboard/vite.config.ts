import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The running server that receives API calls if `vite` runs alone (without `npm run dev`). */
const server = process.env.PORTICO_URL ?? 'http://localhost:4000';
const api = ['/portico', '/v1', '/v2', '/v4', '/oauth2', '/wix.js'];

export default defineConfig({
  base: '/dashboard/',
  plugins: [react()],
  build: {
    outDir: 'build',
    emptyOutDir: true,
    // Printing the compressed sizes of the files would take a fifth of the build time.
    reportCompressedSize: false,
    // The content security policy of the pages allows no inline script.
    modulePreload: { polyfill: false },
    target: 'es2022',
    // All these browsers support light-dark(). For older browsers, it would be compiled to CSS that works only in files
    // that declare `color-scheme`.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Puts the modules used by at least 20 chunks into one common file. Among the thresholds from 8 to 28, the home and
    // list screens load the fewest bytes with 20. Style sheets are excluded, because in the common file
    // they would load before the style sheets of the shell, on which they depend.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'common', minShareCount: 20, test: /\.[jt]sx?$|\.mjs$/ }] } },
    },
  },
  server: { proxy: Object.fromEntries(api.map((path) => [path, { target: server, changeOrigin: false }])) },
});
