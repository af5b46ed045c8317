import { describeAccess, type Endpoint, parameterNames } from '@portico/contract/endpoint';
import { describeError, errorTable } from '@portico/domain';
import { buildCurlExample, formatResponseExample, highlight } from './examples.ts';
import { type Html, html, withCode } from './html.ts';
import type { Schema, SchemaRenderer } from './schema.ts';
import { renderMethodBadge } from './search.ts';

/** Renders the section of one endpoint: text on the left, samples on the right. */
export function renderEndpoint(endpoint: Endpoint, schemaRenderer: SchemaRenderer, serverUrl: string): Html {
  const { id, summary, query, body } = endpoint;
  const example = formatResponseExample(endpoint);
  return html`<section class="endpoint" id="${id}" aria-labelledby="title-${id}"><div>
<h2 id="title-${id}"><a href="#${id}">${withCode(summary)}</a></h2>
${renderRoutes(endpoint)}
<p class="access"><b>Who may call</b> ${withCode(describeAccess(endpoint.access))}</p>
${renderParameters(endpoint, (query ?? {}) as Schema, schemaRenderer)}
${endpoint.upload && html`<h3>Body</h3><p>The bytes of one file, or <code>multipart/form-data</code> with one file.</p>`}
${body && html`<h3>Body</h3>${schemaRenderer.body(body as Schema)}`}
<h3>Response</h3>${renderResponse(endpoint, schemaRenderer)}
${renderErrors(endpoint)}</div>
<div class="samples">${sample('Request', buildCurlExample(endpoint, serverUrl))}
${example !== undefined && sample('Response', example, false)}</div></section>`;
}

/** Renders method and path, and the alternatives that lead to the same endpoint. */
function renderRoutes({ method, path, also = [], alsoPackedGet }: Endpoint): Html {
  const route = (method: string, path: string, note?: string) =>
    html`<p class="route">${renderMethodBadge(method)} <code>${path}</code>${note !== undefined && html` <small>${note}</small>`}</p>`;
  return html`${route(method, path)}${also.map(([method, path]) => route(method, path, 'does the same'))}
${alsoPackedGet && route('GET', `${path}?.r=…`, 'does the same, with the body as base64url')}`;
}

function renderResponse({ response, shape }: Endpoint, schemaRenderer: SchemaRenderer): Html {
  if (response) return schemaRenderer.body(response as Schema);
  return html`<p>${shape === 'page' ? 'A page or a redirect.' : 'A file.'}</p>`;
}

function renderParameters(
  { path }: Endpoint,
  { properties = {}, required = [] }: Schema,
  schemaRenderer: SchemaRenderer,
): Html {
  const inPath = parameterNames(path);
  const inQuery = Object.keys(properties).filter((name) => !inPath.includes(name));
  const list = (title: string, names: readonly string[], isRequired: (name: string) => boolean) =>
    names.length > 0 &&
    html`<h3>${title}</h3><ul>${names.map((name) =>
      schemaRenderer.property(name, properties[name] ?? { type: 'string' }, isRequired(name)),
    )}</ul>`;
  return html`${list('Path parameters', inPath, () => true)}${list('Query parameters', inQuery, (name) => required.includes(name))}`;
}

function renderErrors({ errors: codes }: Endpoint): Html | undefined {
  if (codes.length === 0) return undefined;
  return html`<h3>Errors</h3><dl>${[...new Set(codes)].map(
    (code) =>
      html`<div><dt><code>${code}</code> <small>${errorTable[code].status}</small></dt><dd>${describeError(code)}</dd></div>`,
  )}</dl>`;
}

/** Renders code in a frame. Long code scrolls, so the frame can be focused by keyboard. */
export const sample = (title: string, code: string, isCommand = true): Html =>
  html`<figure><figcaption>${title}</figcaption><pre tabindex="0"${isCommand ? html` data-copy` : undefined}>${highlight(code)}</pre></figure>`;
