import type { Endpoint } from '@portico/contract/endpoint';
import { describeError, errorTable } from '@portico/domain';
import type { TSchema } from 'typebox';
import { escapeHtml } from './error-page.ts';

/** Renders the API reference as one page without scripts: every call with its parameters, body, response and errors. */
export function referencePage(endpoints: readonly Endpoint[]): string {
  const bySlice = Map.groupBy(endpoints, (endpoint) => endpoint.slice);
  const sections = [...bySlice].map(
    ([slice, calls]) => `<section><h2 id="${slice}">${slice}</h2>${calls.map(callEntry).join('')}</section>`,
  );
  const links = [...bySlice.keys()].map((slice) => `<a href="#${slice}">${slice}</a>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Portico API reference</title><style>${CSS}</style></head>
<body><header><h1>API reference</h1>
<p>Every call by its bare path. Also available as <a href="/openapi.json">OpenAPI 3.1</a>. Send the access token or API key, bare, as <code>Authorization</code>.</p>
<nav aria-label="Slices">${links.join(' ')}</nav></header><main>${sections.join('')}</main></body></html>`;
}

function callEntry(endpoint: Endpoint): string {
  const errors = endpoint.errors.map(
    (code) => `<li><code>${escapeHtml(code)}</code> ${errorTable[code].status} ${escapeHtml(describeError(code))}</li>`,
  );
  return `<details id="${escapeHtml(endpoint.id)}"><summary><b>${endpoint.method}</b> <code>${escapeHtml(endpoint.path)}</code>
<span>${escapeHtml(endpoint.summary)}</span></summary>
${schemaBlock('Parameters', endpoint.query)}${schemaBlock('Body', endpoint.body)}${schemaBlock('Answer', endpoint.response)}
${errors.length > 0 ? `<h4>Errors</h4><ul>${errors.join('')}</ul>` : ''}</details>`;
}

function schemaBlock(title: string, schema: TSchema | undefined): string {
  return schema ? `<h4>${title}</h4><pre>${escapeHtml(outline(schema, 0))}</pre>` : '';
}

interface Outlined {
  type?: string;
  properties?: Record<string, Outlined>;
  required?: string[];
  items?: Outlined;
  anyOf?: Outlined[];
  const?: unknown;
  enum?: unknown[];
}

/** Renders a schema as an indented outline: names, types, `?` for optional properties. */
function outline(schema: Outlined, depth: number): string {
  if (schema.properties && depth < 6) {
    const lines = Object.entries(schema.properties).map(
      ([name, value]) =>
        `${'  '.repeat(depth + 1)}${name}${schema.required?.includes(name) ? '' : '?'}: ${outline(value, depth + 1)}`,
    );
    return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`;
  }
  if (schema.items) return `[${outline(schema.items, depth)}]`;
  if (schema.anyOf) return schema.anyOf.map((option) => outline(option, depth)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  return schema.type ?? 'any';
}

const CSS = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 0 auto; padding: 1rem }
nav { display: flex; flex-wrap: wrap; gap: 1rem }
details { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: .5rem 0 }
summary { cursor: pointer; overflow-wrap: anywhere } summary span { display: block; opacity: .8 }
pre { overflow-x: auto; padding: .75rem; background: color-mix(in srgb, currentColor 7%, transparent); font-size: .875rem }
h4 { margin: .75rem 0 .25rem }`;
