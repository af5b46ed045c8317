/** Renders the pages of the API reference. They work without the script, which adds shortcuts (reference.js). */
import { sliceDescriptions } from '@portico/contract/endpoint';
import { describeError } from '@portico/domain';
import { renderEndpoint, sample } from './endpoint.ts';
import { html } from './html.ts';
import { page, type ReferenceOptions } from './layout.ts';
import { type Resource, titleOf } from './resources.ts';
import { createSchemaRenderer } from './schema.ts';
import { renderSearchResults } from './search.ts';

/** Renders the start page: how to authenticate, how errors look, and all resources. */
export function renderStartPage(options: ReferenceOptions): string {
  const token = `curl ${options.serverUrl}/oauth2/token \\\n  -H 'Content-Type: application/json' \\\n  -d '{ "clientId": "YOUR-CLIENT-ID", "grantType": "anonymous" }'`;
  const call = `curl ${options.serverUrl}/v2/items/query \\\n  -H "Authorization: $TOKEN" \\\n  -H 'Content-Type: application/json' \\\n  -d '{ "dataCollectionId": "Books" }'`;
  const error = `{
  "message": "${describeError('PERMISSION_DENIED')}",
  "details": {
    "applicationError": { "code": "PERMISSION_DENIED", "description": "…", "data": {} }
  }
}`;
  const main = html`<header class="lead"><h1>API reference</h1>
<p>${options.endpoints.length} endpoints for members, content collections and form submissions. Requests and responses are JSON.
A machine-readable description is at <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1).</p></header>
<section class="endpoint"><div><h2 id="authentication"><a href="#authentication">Authentication</a></h2>
<p>Send an access token or an API key in the <code>Authorization</code> header. <code>Bearer</code> in front of it is allowed.</p>
<ul class="plain"><li><b>Visitor token</b>: for websites. The client id of an OAuth app is enough to get one.</li>
<li><b>Member token</b>: what a visitor gets by signing in.</li>
<li><b>API key</b>: for servers. A key can do what its scopes allow, such as <code>forms:manage</code>. Keys are made in the dashboard.</li></ul>
<p>A server that acts for a visitor or member sends both: <code>token,key</code>.</p></div>
<div class="samples">${sample('Get a visitor token', token)}${sample('Use it', call)}</div></section>
<section class="endpoint"><div><h2 id="errors"><a href="#errors">Errors</a></h2>
<p>Expect the status 200 for a success. Every error has a stable <code>code</code>, which is listed with the endpoint. Values that do not fit
have the status 400 and <code>details.validationError.fieldViolations</code>, one entry for each value with the path of its field.</p>
<p>Each response has an <code>x-wix-request-id</code> header, which the server&rsquo;s log contains as well.</p></div>
<div class="samples">${sample('403', error, false)}</div></section>
<section class="endpoint"><div><h2 id="paths"><a href="#paths">Paths</a></h2>
<p>Endpoints are listed by their bare paths. The prefixes of the clients of Wix lead to the same endpoints:
<code>/wix-data/v2/items/query</code> is <code>/v2/items/query</code>.</p></div></section>
<section class="endpoint"><div><h2 id="problems"><a href="#problems">What can go wrong</a></h2>
<ul class="plain"><li><b>401 <code>UNAUTHENTICATED</code></b>: the token has expired or the key was revoked. Get a new one.</li>
<li><b>403 <code>PERMISSION_DENIED</code></b>: the caller may not do this. Each endpoint names who may call it.</li>
<li><b>404 without a code of the endpoint</b>: the path is wrong. Compare it with the path on these pages.</li>
<li><b>429 <code>TOO_MANY_REQUESTS</code></b>: wait as many seconds as the response says.</li>
<li><b>501 <code>NOT_IMPLEMENTED</code></b>: this version does not serve the call. <a href="/docs/compatibility">Compatibility</a> lists
what it serves.</li></ul><p><a href="/docs/errors">Errors</a> explains every code.</p></div></section>
<section class="resources"><h2 id="resources"><a href="#resources">Resources</a></h2>${Object.entries(
    sliceDescriptions,
  ).map(
    ([slice, description]) => html`<section><h3>${titleOf(slice)}</h3><p>${description}</p>
<ul>${options.resources
      .filter((resource) => resource.slice === slice)
      .map(
        ({ path, title, endpoints }) =>
          html`<li><a href="${path}">${title} <small>${endpoints.length}</small></a></li>`,
      )}</ul></section>`,
  )}</section>`;
  return page(options, 'API reference', main);
}

/** Renders the page of one resource with all its endpoints. */
export function renderResourcePage(options: ReferenceOptions, resource: Resource): string {
  const schemaRenderer = createSchemaRenderer();
  const sections = resource.endpoints.map((endpoint) => renderEndpoint(endpoint, schemaRenderer, options.serverUrl));
  const types = schemaRenderer.types();
  const main = html`<header class="lead"><p>${titleOf(resource.slice)}</p><h1>${resource.title}</h1></header>
${sections}${types.length > 0 && html`<section class="types"><h2 id="types">Types</h2>${types}</section>`}`;
  return page(options, resource.title, main, resource);
}

/** Renders the results of a search without the script. */
export function renderSearchPage(options: ReferenceOptions, query: string): string {
  const main = html`<header class="lead"><h1>Search</h1></header>
<div class="results">${renderSearchResults(options.endpoints, query)}</div>`;
  return page(options, 'Search', main, undefined, query);
}
