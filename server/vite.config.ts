/**
 * Bundles the server into a few files that the next start loads, because loading hundreds of modules takes half a
 * second and 20 MB. Names are not shortened, so that stack traces contain our function names.
 */
import { relative } from 'node:path';
import { defineConfig, normalizePath, type Plugin } from 'vite';

const folder = import.meta.dirname;

/**
 * Modules find migrations, threads and fonts relative to `import.meta.url`, so a bundled module gets the URL of its
 * source.
 */
const sourceUrls: Plugin = {
  name: 'source-urls',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('.ts') || !code.includes('import.meta.url')) return;
    // The URL is relative to server/build/NAME/, which contains all built files.
    const url = `new URL(${JSON.stringify(`../../${normalizePath(relative(folder, id))}`)}, import.meta.url).href`;
    return code.replaceAll('import.meta.url', `(${url})`);
  },
};

export default defineConfig({
  plugins: [sourceUrls],
  // Resolves packages as Node does.
  resolve: { mainFields: ['main'], conditions: ['node'] },
  ssr: {
    noExternal: true,
    // Not bundled: native packages, packages that start threads from their own files, and packages that few
    // installations load. Fastify loads the first three only for schemas of routes and for tests.
    external: [
      ...['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request'],
      ...['@aws-sdk/client-s3', '@node-rs/argon2', 'pino', 'prom-client', 'sharp', 'vite'],
      ...['api', 'context-async-hooks', 'core', 'exporter-trace-otlp-http', 'resources', 'sdk-trace-base'].map(
        (name) => `@opentelemetry/${name}`,
      ),
    ],
  },
  build: {
    ssr: 'src/cli/index.ts',
    target: 'node22',
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        entryFileNames: 'portico.js',
        chunkFileNames: '[name]-[hash].js',
        // V8 keeps the text of all loaded code in memory, with two bytes per character if one is not ASCII.
        comments: false,
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true, asciiOnly: true } },
      },
    },
  },
});
