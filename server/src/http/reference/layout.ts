import type { Endpoint } from '@portico/contract/endpoint';
import { renderFramedPage } from './frame.ts';
import { type Html, html } from './html.ts';
import { REFERENCE_PATH, type Resource, titleOf, verbOf } from './resources.ts';
import { renderMethodBadge } from './search.ts';

/** Options of every page. */
export interface ReferenceOptions {
  readonly endpoints: readonly Endpoint[];
  readonly resources: readonly Resource[];
  /** Base address in examples. */
  readonly serverUrl: string;
  readonly stylesPath: string;
  readonly scriptPath: string;
}

/** Renders a whole page with the navigation through the resources. */
export function page(options: ReferenceOptions, title: string, main: Html, current?: Resource, query = ''): string {
  return renderFramedPage({
    title,
    part: 'API',
    homePath: REFERENCE_PATH,
    head: html`<link rel="stylesheet" href="${options.stylesPath}"><script src="${options.scriptPath}" defer></script>`,
    search: {
      path: REFERENCE_PATH,
      label: 'Search endpoints',
      query,
      attributes: html` data-results="${REFERENCE_PATH}/search"`,
    },
    links: html`<a href="/docs">Documentation</a>`,
    navigation: renderNavigation(options.resources, current),
    main,
  });
}

function renderNavigation(resources: readonly Resource[], current: Resource | undefined): Html {
  const groups = [...Map.groupBy(resources, ({ slice }) => slice)];
  return html`<ul><li><a href="${REFERENCE_PATH}"${!current && CURRENT}>Introduction</a></li></ul>
${groups.map(([slice, sliceResources]) => {
  const isOpen = !current || slice === current.slice;
  return html`<details${isOpen && html` open`}><summary>${titleOf(slice)}</summary>
<ul>${sliceResources.map((resource) => renderEntry(resource, resource === current))}</ul></details>`;
})}`;
}

const CURRENT = html` aria-current="page"`;

function renderEntry({ path, title, endpoints }: Resource, isCurrent: boolean): Html {
  if (!isCurrent) return html`<li><a href="${path}">${title}</a></li>`;
  const endpointLinks = endpoints.map(
    (endpoint) =>
      html`<li><a href="#${endpoint.id}">${renderMethodBadge(shortenMethod(endpoint))} ${verbOf(endpoint)}</a></li>`,
  );
  return html`<li><a href="${path}"${CURRENT}>${title}</a><ul>${endpointLinks}</ul></li>`;
}

/** `DELETE` is the only method that is too long for the navigation. */
const shortenMethod = ({ method }: Endpoint): string => (method === 'DELETE' ? 'DEL' : method);
