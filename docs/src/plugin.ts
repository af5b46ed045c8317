import { join } from 'node:path';
import type { Plugin, ViteDevServer } from 'vite';
import { type Assets, renderDocument, renderNotFound, renderSearch } from './layout.ts';
import { PAGE_LIST, pageList } from './page-list.ts';
import { DOCS_PATH, type Page, ROOT, readPages } from './pages.ts';
import { searchIndex } from './search-index.ts';

const MAIN_SCRIPT = 'src/client/main.ts';
const STYLE_SHEET = 'src/client/styles.css';
const folder = join(ROOT, 'docs');

/** The Vite plugin of the documentation. The build emits the pages; the development server renders them at each request. */
export function documentation(): Plugin {
  const pages = readPages();
  const scripts = [...new Set(pages.flatMap(({ script }) => script ?? []))];
  return {
    name: 'documentation',
    config: () => ({
      build: { rolldownOptions: { input: [MAIN_SCRIPT, STYLE_SHEET, ...scripts].map((file) => join(folder, file)) } },
    }),
    generateBundle(_options, bundle) {
      const outputs = Object.values(bundle);
      const pathOf = (fileName: string): string => `${DOCS_PATH}/${fileName}`;
      const scriptPath = (module: string): string => {
        const chunk = outputs.find(
          (output) => output.type === 'chunk' && output.facadeModuleId === join(folder, module),
        );
        if (!chunk) throw new Error(`The build contains no chunk for the module ${module}.`);
        return pathOf(chunk.fileName);
      };
      const index = this.emitFile({ type: 'asset', name: 'search.json', source: searchIndex(pages) });
      const assets: Assets = {
        styles: outputs.filter(({ fileName }) => fileName.endsWith('.css')).map(({ fileName }) => pathOf(fileName)),
        script: scriptPath(MAIN_SCRIPT),
        searchIndex: pathOf(this.getFileName(index)),
        pageScripts: new Map(scripts.map((script) => [script, scriptPath(script)])),
      };
      this.emitFile({ type: 'asset', fileName: PAGE_LIST, source: pageList(pages) });
      for (const [fileName, source] of documentsOf(pages, assets)) this.emitFile({ type: 'asset', fileName, source });
    },
    configureServer: serveDocuments,
  };
}

/** The HTML files of the documentation. A page at `/docs/a/b` is in the file `a/b.html`. */
function documentsOf(pages: readonly Page[], assets: Assets): [fileName: string, html: string][] {
  return [
    ...pages.map((page): [string, string] => [fileOf(page.path), renderDocument(page, pages, assets)]),
    [fileOf(`${DOCS_PATH}/search`), renderSearch(pages, assets)],
    ['404.html', renderNotFound(pages, assets)],
  ];
}

const fileOf = (path: string): string => `${path.slice(DOCS_PATH.length + 1) || 'index'}.html`;

function serveDocuments(server: ViteDevServer): void {
  server.middlewares.use((request, response, next) => {
    const path = (request.originalUrl ?? '').split('?')[0] as string;
    const pages = readPages();
    if (path === `/${PAGE_LIST}`) return void response.end(pageList(pages));
    if (path === `${DOCS_PATH}/search.json`) return void response.end(searchIndex(pages));
    if (/\.\w+$|\/@/.test(path)) return next();
    const scripts = pages.flatMap(({ script }) => script ?? []);
    const documents = new Map(
      documentsOf(pages, {
        styles: [`${DOCS_PATH}/${STYLE_SHEET}`],
        script: `${DOCS_PATH}/${MAIN_SCRIPT}`,
        searchIndex: `${DOCS_PATH}/search.json`,
        pageScripts: new Map(scripts.map((script) => [script, `${DOCS_PATH}/${script}`])),
      }),
    );
    const document = documents.get(fileOf(path));
    response.statusCode = document === undefined ? 404 : 200;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(document ?? documents.get('404.html'));
  });
}
