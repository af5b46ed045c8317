/** A website that contains the code blocks of the documentation that run in browsers, built once with Vite. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Snippet } from '../../docs/src/snippets.ts';
import { buildViteApp, type WebsiteFolder } from '../support/website-folder.ts';
import type { Values } from './variables.ts';

/** The name under which the website stores the code block of the tab, so that it runs again after a redirect. */
const STORED = 'snippet';

/** What the code blocks expect on their page. */
const HTML = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Code blocks</title>
    <script type="module" src="/main.js"></script>
  </head>
  <body>
    <main></main>
    <button id="sign-in">The button of the page</button>
    <input type="file" aria-label="The file of the page">
    <input type="email" aria-label="The address of the page" value="jane@example.com">
  </body>
</html>`;

/** Copies the files that provide the variables of code blocks into the folder. */
export function copyRunners(folder: WebsiteFolder, target: string): void {
  folder.write(`${target}/package.json`, JSON.stringify({ type: 'module' }));
  for (const file of ['variables.ts', 'run-in-page.tsx'])
    copyFileSync(fileURLToPath(new URL(file, import.meta.url)), join(folder.path, target, file));
}

/**
 * Builds the website into `website/dist` of the folder.
 * @param replace replaces the placeholders of the documentation with the ids of the site
 */
export async function buildWebsite(
  folder: WebsiteFolder,
  snippets: readonly Snippet[],
  values: Values,
  replace: (text: string) => string,
): Promise<void> {
  copyRunners(folder, 'website');
  folder.write('website/index.html', HTML);
  const entries = snippets.map(({ path, code, continuesOthers }) => {
    folder.write(`website/code/${path}`, replace(code));
    const load = `() => import(${JSON.stringify(`./code/${path}`)})`;
    return `  ${JSON.stringify(path)}: () => runInPage(${load}, ${continuesOthers ? JSON.stringify(values) : 'undefined'}),`;
  });
  folder.write(
    'website/main.js',
    `import { runInPage } from './run-in-page.tsx';

const snippets = {
${entries.join('\n')}
};
globalThis.runSnippet = (path) => {
  sessionStorage.setItem('${STORED}', path);
  return snippets[path]();
};
const stored = sessionStorage.getItem('${STORED}');
if (stored) await runSnippet(stored);
`,
  );
  await buildViteApp(join(folder.path, 'website'));
}
