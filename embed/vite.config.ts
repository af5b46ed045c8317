import { defineConfig, type Plugin } from 'vite';

export default defineConfig({
  plugins: [reactOnPreact(), shadowStyles(), classicLoader()],
  publicDir: false,
  build: {
    emptyOutDir: true,
    reportCompressedSize: false,
    target: 'es2022',
    // All these browsers support light-dark(). For older browsers, it would be compiled to CSS that works only in style
    // sheets that declare `color-scheme`.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // In library mode, Vite does not add its preload helper. The helper would be a module that the loader shares with
    // chunks and therefore imports statically.
    lib: { entry: { embed: 'src/loader.ts' }, formats: ['es'] },
    rolldownOptions: {
      output: {
        entryFileNames: '[name].js',
        // The hash in the file names lets browsers cache the chunks for a year.
        chunkFileNames: 'embed/[name]-[hash].js',
        minify: true,
        comments: false,
        // Puts Preact into a separate chunk, because the other elements need it without the first chunk of a form.
        codeSplitting: {
          groups: [
            { name: 'preact', test: /\/preact\/(?!compat)|react-on-preact|shadow-styles/, priority: 2 },
            { name: 'form', test: /embed\/src\/form\/mount\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
});

/**
 * Bundles the form's components for Preact. Preact's own emulation of React is 5 kB larger than the few functions that
 * the first chunk of a form needs, so only modules that are loaded later use it.
 */
function reactOnPreact(): Plugin {
  const compatModules = /node_modules|\/react\/src\/forms\/(inputs|files)\//;
  return {
    name: 'react-on-preact',
    enforce: 'pre',
    resolveId(source, importer = '') {
      if (source === 'react/jsx-runtime') return this.resolve('preact/jsx-runtime', import.meta.filename);
      if (source !== 'react' && source !== 'react-dom/client') return null;
      const target = compatModules.test(importer) ? 'preact/compat' : './src/react-on-preact.ts';
      return this.resolve(target, import.meta.filename);
    },
  };
}

/**
 * Adapts the style sheets to a shadow root in a page of any width and font size: sizes are relative to the font size of
 * the element instead of the root, and breakpoints to the width of the element instead of the window.
 */
function shadowStyles(): Plugin {
  return {
    name: 'shadow-styles',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('.css?inline')) return null;
      return code.replace(/(?<=\d)rem\b/g, 'em').replace(/@media(?= \((min|max)-width)/g, '@container');
    },
  };
}

/**
 * Makes the loader a classic script, because the tag that owners paste has no `type="module"`. Relative imports in a classic
 * script of another origin have no base URL, so they are resolved against the URL of the script.
 */
function classicLoader(): Plugin {
  return {
    name: 'classic-loader',
    generateBundle(_options, bundle) {
      const loader = bundle['embed.js'];
      if (loader?.type !== 'chunk') throw new Error('The build did not produce embed.js.');
      if (loader.imports.length > 0 || loader.exports.length > 0) {
        throw new Error(
          `embed.js must be self-contained, but imports ${loader.imports} and exports ${loader.exports}.`,
        );
      }
      const code = loader.code.replace(/import\((`\.\/[^`]+`)\)/g, 'import(new URL($1,portico))');
      loader.code = `(()=>{const portico=document.currentScript.src;${code}})();\n`;
    },
  };
}
