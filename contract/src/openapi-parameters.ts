import type { TSchema } from 'typebox';
import { type Endpoint, parameterNames } from './endpoint.ts';
import type { Components, Json } from './openapi-components.ts';

type ObjectSchema = { properties?: Record<string, TSchema>; required?: string[] };

/**
 * Returns the OpenAPI parameters of a call. `path` is the documented path. Its parameters may be named differently than
 * in the endpoint.
 */
export function describeParameters(endpoint: Endpoint, path: string, components: Components): Json[] {
  const { properties = {}, required = [] } = (endpoint.query ?? {}) as ObjectSchema;
  const pathNames = parameterNames(endpoint.path);
  const pathParameters = parameterNames(path).map((name, index) => ({
    name,
    in: 'path',
    required: true,
    schema: components.inline(properties[pathNames[index] as string] ?? { type: 'string' }),
  }));
  const queryParameters = Object.entries(properties)
    .filter(([name]) => !pathNames.includes(name))
    .map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      ...serializationOf(schema as Json, components.inline(schema)),
    }));
  return [...pathParameters, ...queryParameters];
}

/**
 * Returns how a value is written in a query string. OpenAPI defines `deepObject` for objects of plain values, and
 * `form` for plain values and arrays of plain values. Values that are nested deeper are written as JSON. The server
 * reads all three formats (server/src/http/query-string.ts).
 */
function serializationOf(schema: Json, inlinedSchema: Json): Json {
  const { type, properties, items } = schema as { type?: string; properties?: Record<string, Json>; items?: Json };
  if (type === 'object') {
    const isFlat = properties !== undefined && Object.values(properties).every(isPlain);
    if (!isFlat) return { content: { 'application/json': { schema: inlinedSchema } } };
    return { style: 'deepObject', explode: true, schema: inlinedSchema };
  }
  if (type === 'array' && !isPlain(items as Json))
    return { content: { 'application/json': { schema: inlinedSchema } } };
  return { style: 'form', explode: true, schema: inlinedSchema };
}

const isPlain = ({ type, anyOf }: Json): boolean =>
  type !== 'object' && type !== 'array' && ((anyOf as Json[] | undefined)?.every(isPlain) ?? true);
