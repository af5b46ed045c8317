import { describeError, errorTable } from '@portico/domain';
import type { TSchema } from 'typebox';
import type { Endpoint } from './endpoint.ts';

type Json = Record<string, unknown>;

/** Returns the OpenAPI 3.1 document of the endpoints. TypeBox schemas are JSON Schema and are included unchanged. */
export function openApi(endpoints: readonly Endpoint[], serverUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace('*}', '}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Portico',
      version: '0.1.0',
      description:
        'Members, content collections and form submissions. Paths are bare; the vendor clients’ prefixes lead to the same calls.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    security: [{ token: [] }],
    tags: [...new Set(endpoints.map((endpoint) => endpoint.slice))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The bare access token or API key, `Bearer` before it allowed, or `token,key`.',
        },
      },
      schemas: { Error: errorSchema },
    },
  };
}

function operation(endpoint: Endpoint): Json {
  const pathNames = [...endpoint.path.matchAll(/\{([\w.]+)\*?\}/g)].map((match) => match[1] as string);
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    tags: [endpoint.slice],
    parameters: parameters(endpoint.query, pathNames),
    ...(endpoint.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: endpoint.body } } } }
      : {}),
    ...(endpoint.upload ? { requestBody: { required: true, content: fileBody } } : {}),
    responses: { 200: success(endpoint), ...failures(endpoint) },
  };
}

const fileBody = {
  'application/octet-stream': {},
  'multipart/form-data': { schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } } },
};

function parameters(query: TSchema | undefined, pathNames: readonly string[]): Json[] {
  const schema = (query ?? {}) as { properties?: Record<string, TSchema>; required?: string[] };
  const named = Object.entries(schema.properties ?? {}).filter(([name]) => !pathNames.includes(name));
  return [
    ...pathNames.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: schema.properties?.[name] ?? { type: 'string' },
    })),
    ...named.map(([name, value]) => ({
      name,
      in: 'query',
      required: schema.required?.includes(name) ?? false,
      schema: value,
    })),
  ];
}

const success = (endpoint: Endpoint): Json =>
  endpoint.response
    ? { description: 'The answer', content: { 'application/json': { schema: endpoint.response } } }
    : { description: 'A page or a redirect', content: { 'text/html': {} } };

/** Returns one response per status that lists its error codes. */
function failures(endpoint: Endpoint): Json {
  const byStatus = Map.groupBy(endpoint.errors, (code) => errorTable[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${describeError(code)}`).join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

const errorSchema: Json = {
  type: 'object',
  required: ['message'],
  properties: {
    message: { type: 'string' },
    details: {
      type: 'object',
      properties: {
        applicationError: {
          type: 'object',
          properties: { code: { type: 'string' }, description: { type: 'string' }, data: { type: 'object' } },
        },
        validationError: {
          type: 'object',
          properties: {
            fieldViolations: {
              type: 'array',
              items: {
                type: 'object',
                properties: {
                  field: { type: 'string' },
                  description: { type: 'string' },
                  violatedRule: { type: 'string' },
                  ruleName: { type: 'string' },
                  data: { type: 'object' },
                },
              },
            },
          },
        },
      },
    },
  },
};
