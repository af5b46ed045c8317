/** Builds the documentation: every page as static HTML, its script and styles, and the search index. */
import { defineConfig } from 'vite';
import { documentation } from './src/plugin.ts';

export default defineConfig({
  base: '/docs/',
  plugins: [documentation()],
  build: {
    outDir: 'build',
    emptyOutDir: true,
    reportCompressedSize: false,
    // The content security policy of the pages allows no inline script.
    modulePreload: { polyfill: false },
    target: 'es2022',
    // The same browsers as those of the dashboard: they support light-dark().
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  },
});
