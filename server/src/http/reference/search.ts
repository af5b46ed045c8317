import type { Endpoint } from '@portico/contract/endpoint';
import { type Html, html } from './html.ts';
import { addressOf } from './resources.ts';

const MAX_RESULTS = 40;

/**
 * Returns the endpoints that contain every word of the query in method, path, summary or id. Endpoints whose path or id
 * contains the whole query come first; otherwise the order is that of the contract.
 */
export function searchEndpoints(endpoints: readonly Endpoint[], query: string): Endpoint[] {
  const text = query.trim().toLowerCase();
  const words = text.split(/\s+/);
  const found = endpoints.filter((endpoint) => {
    const { method, path, summary, id } = endpoint;
    const searchText = `${method} ${path} ${summary} ${id}`.toLowerCase();
    return text !== '' && words.every((word) => searchText.includes(word));
  });
  const isExact = ({ path, id }: Endpoint): boolean => `${path} ${id}`.toLowerCase().includes(text);
  return [...found.filter(isExact), ...found.filter((endpoint) => !isExact(endpoint))];
}

/** Renders the results as a list of links. The search page shows it, and the script puts it below the search field. */
export function renderSearchResults(endpoints: readonly Endpoint[], query: string): Html {
  const found = searchEndpoints(endpoints, query);
  const shown = found.slice(0, MAX_RESULTS);
  const count = `${found.length} ${found.length === 1 ? 'endpoint' : 'endpoints'}`;
  const rest = found.length > shown.length ? ` The first ${shown.length} are shown.` : '';
  return html`<p role="status">${count} for &ldquo;${query.trim()}&rdquo;.${rest}</p>
<ul>${shown.map(
    (endpoint) => html`<li><a href="${addressOf(endpoint)}"><span>${endpoint.summary}</span>
<span class="route">${renderMethodBadge(endpoint.method)} <code>${endpoint.path}</code></span></a></li>`,
  )}</ul>`;
}

export const renderMethodBadge = (method: string): Html =>
  html`<b class="method ${method.toLowerCase()}">${method}</b>`;
