import { type Endpoint, parameterNames } from '@portico/contract/endpoint';
import { exampleOf } from '@portico/contract/openapi-example';
import { type Html, html } from './html.ts';
import type { Schema } from './schema.ts';

type Json = Record<string, unknown>;

/** Returns a command for a POSIX shell that calls the endpoint. The token is in `$TOKEN`. */
export function buildCurlExample(endpoint: Endpoint, serverUrl: string): string {
  const { method, access } = endpoint;
  const url = `${serverUrl}${buildAddress(endpoint)}`;
  const lines = [`curl ${method === 'GET' || method === 'POST' ? '' : `-X ${method} `}${quoteForShell(url)}`];
  if (access === 'session') lines.push('--cookie "$COOKIE"');
  else if (access !== 'open') lines.push('-H "Authorization: $TOKEN"');
  if (endpoint.upload) lines.push('--data-binary @photo.jpg');
  else if (endpoint.body) {
    lines.push("-H 'Content-Type: application/json'");
    lines.push(`-d ${quoteForShell(JSON.stringify(exampleOf(endpoint.body as Json), null, 2))}`);
  } else if (method === 'POST') lines.push('-X POST');
  return lines.join(' \\\n  ');
}

function buildAddress({ path, query }: Endpoint): string {
  const { properties = {}, required = [] } = (query ?? {}) as Schema;
  const value = (name: string): string => {
    const schema = properties[name] ?? { type: 'string' };
    if (schema.type === 'string' && !('examples' in schema)) return name.replace(/\W|(?=[A-Z])/g, '_').toUpperCase();
    const example = exampleOf(schema as Json);
    return typeof example === 'object' ? JSON.stringify(example) : String(example);
  };
  const inPath = parameterNames(path);
  const address = inPath.reduce(
    (text, name) => text.replace(`{${name}}`, encodeURIComponent(value(name))).replace(`{${name}*}`, value(name)),
    path,
  );
  const inQuery = required.filter((name) => !inPath.includes(name));
  if (inQuery.length === 0) return address;
  return `${address}?${new URLSearchParams(inQuery.map((name): [string, string] => [name, value(name)]))}`;
}

/** Quotes a text for a POSIX shell. Each quote in it becomes `'\''`: a closing, an escaped and an opening quote. */
const quoteForShell = (text: string): string =>
  /^[\w:/.@=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** Returns the example of a response, formatted. */
export const formatResponseExample = ({ response }: Endpoint): string | undefined =>
  response && JSON.stringify(exampleOf(response as Json), null, 2);

/** Marks the names and strings of JSON inside a code sample. */
export function highlight(code: string): Html {
  const parts = code.split(/("(?:[^"\\]|\\.)*")(?=(\s*:)?)/);
  // As the pattern has capturing groups, split() returns in turn the text between two strings, a string, and a colon
  // if that string is a name.
  const marked: Html[] = [];
  for (let index = 0; index < parts.length; index += 3) {
    marked.push(html`${parts[index]}`);
    const quotedText = parts[index + 1];
    if (quotedText !== undefined)
      marked.push(parts[index + 2] ? html`<b>${quotedText}</b>` : html`<i>${quotedText}</i>`);
  }
  return html`${marked}`;
}
