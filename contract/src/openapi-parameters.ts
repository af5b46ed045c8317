import type { TSchema } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import type { Components, Json } from './openapi-components.ts';

type ObjectSchema = { properties?: Record<string, TSchema>; required?: string[] };

/** The parameters of a call. `path` is the documented one, whose places may be named otherwise than the endpoint's. */
export function parameters(endpoint: Endpoint, path: string, components: Components): Json[] {
  const { properties = {}, required = [] } = (endpoint.query ?? {}) as ObjectSchema;
  const own = placesOf(endpoint.path);
  const inPath = placesOf(path).map((name, index) => ({
    name,
    in: 'path',
    required: true,
    schema: components.inline(properties[own[index] as string] ?? { type: 'string' }),
  }));
  const inQuery = Object.entries(properties)
    .filter(([name]) => !own.includes(name))
    .map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      ...serialization(schema as Json, components.inline(schema)),
    }));
  return [...inPath, ...inQuery];
}

const placesOf = (path: string): string[] => [...path.matchAll(/\{([\w.]+)\*?\}/g)].map((match) => match[1] as string);

/**
 * How the value is written in a query string. OpenAPI defines deepObject for objects of plain values and `form` for
 * arrays of them; whatever nests deeper is written as JSON. The server reads every way (server/src/http/query-string.ts).
 */
function serialization(schema: Json, inlined: Json): Json {
  const { type, properties, items } = schema as { type?: string; properties?: Record<string, Json>; items?: Json };
  if (type === 'object') {
    const isFlat = properties !== undefined && Object.values(properties).every(isPlain);
    if (!isFlat) return { content: { 'application/json': { schema: inlined } } };
    return { style: 'deepObject', explode: true, schema: inlined };
  }
  if (type === 'array' && !isPlain(items as Json)) return { content: { 'application/json': { schema: inlined } } };
  return { style: 'form', explode: true, schema: inlined };
}

const isPlain = ({ type, anyOf }: Json): boolean =>
  type !== 'object' && type !== 'array' && ((anyOf as Json[] | undefined)?.every(isPlain) ?? true);
