/**
 * The server in a few files, for its next start: hundreds of modules take half a second to load and 20 MB to keep. It
 * reads the same: nothing is minified, so that stacks name our functions.
 */
import { relative } from 'node:path';
import { defineConfig, normalizePath, type Plugin } from 'vite';

const folder = import.meta.dirname;

/** Migrations, threads and fonts are found from the module that names them: a built one still stands for its source. */
const addressesOfSources: Plugin = {
  name: 'addresses-of-sources',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('.ts') || !code.includes('import.meta.url')) return;
    // from server/build/NAME/, in which all files lie side by side
    const address = `new URL(${JSON.stringify(`../../${normalizePath(relative(folder, id))}`)}, import.meta.url).href`;
    return code.replaceAll('import.meta.url', `(${address})`);
  },
};

export default defineConfig({
  plugins: [addressesOfSources],
  // As Node resolves them.
  resolve: { mainFields: ['main'], conditions: ['node'] },
  ssr: {
    noExternal: true,
    // Compiled programs, what starts threads from files of its own, and what is loaded by few installations or never.
    external: ['@aws-sdk/client-s3', '@node-rs/argon2', 'pino', 'sharp', 'vite'],
  },
  build: {
    ssr: 'src/main.ts',
    target: 'node22',
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
  },
});
