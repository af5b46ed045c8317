import { renderFramedPage } from '../../server/src/http/reference/frame.ts';
import { Html, html } from '../../server/src/http/reference/html.ts';
import { DOCS_PATH, type Page } from './pages.ts';

/** Addresses of the files that the pages load. */
export interface Assets {
  readonly styles: readonly string[];
  readonly script: string;
  readonly searchIndex: string;
  /** Addresses of the additional scripts of single pages (`Page.script`), by module. */
  readonly pageScripts: ReadonlyMap<string, string>;
}

/** Renders a page: its content, the links to the previous and the next page, and its table of contents. */
export function renderDocument(page: Page, pages: readonly Page[], assets: Assets): string {
  const position = pages.indexOf(page);
  const main = html`<div class="document"><article><header class="lead"><p>${page.group}</p><h1>${page.title}</h1></header>
${new Html(page.body)}${page.script && html`<div id="page-script"></div>`}
<footer class="neighbours">${neighborLink(pages[position - 1], 'Previous')}${neighborLink(pages[position + 1], 'Next')}</footer></article>
${tableOfContents(page)}</div>`;
  const script = page.script ? assets.pageScripts.get(page.script) : undefined;
  return frame(page.title, main, pages, assets, page, script);
}

/** Renders the page that shows all results of a search. The script fills it. */
export function renderSearch(pages: readonly Page[], assets: Assets): string {
  const main = html`<div class="document"><article><header class="lead"><h1>Search</h1></header>
<div id="search-page" class="results"></div><noscript><p>The search needs JavaScript. All pages are in the menu.</p></noscript></article></div>`;
  return frame('Search', main, pages, assets);
}

/** Renders the page for an address that does not exist. */
export function renderNotFound(pages: readonly Page[], assets: Assets): string {
  const main = html`<div class="document"><article><header class="lead"><h1>There is no such page</h1></header>
<p>The address may be mistyped, or the page was renamed. Search for it above, or go to the <a href="${DOCS_PATH}">introduction</a>.</p></article></div>`;
  return frame('Page not found', main, pages, assets);
}

function frame(
  title: string,
  main: Html,
  pages: readonly Page[],
  assets: Assets,
  page?: Page,
  script?: string,
): string {
  const styles = assets.styles.map((path) => html`<link rel="stylesheet" href="${path}">`);
  return renderFramedPage({
    title,
    part: 'Docs',
    homePath: DOCS_PATH,
    head: html`${styles}<script type="module" src="${assets.script}"></script>${script && html`<script type="module" src="${script}"></script>`}`,
    search: {
      path: `${DOCS_PATH}/search`,
      label: 'Search the documentation',
      query: '',
      attributes: html` data-index="${assets.searchIndex}"`,
    },
    links: html`<a href="/docs/api">API</a>`,
    navigation: navigationOf(pages, page),
    main,
  });
}

function navigationOf(pages: readonly Page[], current: Page | undefined): Html {
  const groups = [...Map.groupBy(pages, ({ group }) => group)];
  const lists = groups.map(
    ([title, entries]) =>
      html`<p class="group">${title}</p><ul>${entries.map(
        (entry) =>
          html`<li><a href="${entry.path}"${entry === current && html` aria-current="page"`}>${entry.navigationTitle}</a></li>`,
      )}</ul>`,
  );
  return html`${lists}<p class="group">HTTP API</p><ul><li><a href="/docs/api">API reference</a></li></ul>`;
}

function neighborLink(page: Page | undefined, label: string): Html | false {
  return (
    page !== undefined &&
    html`<a class="${label.toLowerCase()}" href="${page.path}"><small>${label}</small> ${page.navigationTitle}</a>`
  );
}

const MAX_LEVEL = 3;
const MIN_ENTRIES = 2;
/** If a page has more headings than this, the table of contents lists only the headings of the second level. */
const MAX_ENTRIES = 60;

function tableOfContents({ sections }: Page): Html | false {
  const all = sections.filter(({ level }) => level > 1 && level <= MAX_LEVEL);
  const entries = all.length > MAX_ENTRIES ? all.filter(({ level }) => level === 2) : all;
  if (entries.length < MIN_ENTRIES) return false;
  return html`<aside class="contents" aria-labelledby="contents"><h2 id="contents">On this page</h2><ul>${entries.map(
    ({ anchor, heading, level }) => html`<li class="level-${level}"><a href="#${anchor}">${heading}</a></li>`,
  )}</ul></aside>`;
}
