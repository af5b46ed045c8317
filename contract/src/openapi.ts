import { describeError, type ErrorCode, errorTable } from '@portico/domain';
import type { TSchema } from 'typebox';
import { describeAccess, type Endpoint, sliceDescriptions } from './endpoint.ts';
import { type Components, createComponents, type Json } from './openapi-components.ts';
import { errorResponses, errorSchemas } from './openapi-errors.ts';
import { describeParameters } from './openapi-parameters.ts';

export interface OpenApiOptions {
  readonly serverUrl: string;
}

/**
 * Returns the OpenAPI 3.1 document of the endpoints. TypeBox schemas are JSON Schema, and those with a title become
 * components.
 */
export function openApi(endpoints: readonly Endpoint[], { serverUrl }: OpenApiOptions): Json {
  const components = createComponents();
  const pathOf = createPathLookup();
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = pathOf(endpoint);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeOperation(endpoint, path, components) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Portico',
      version: '0.1.0',
      description:
        'Members, content collections and form submissions. Paths are listed without a prefix where possible. The same calls are also served under the prefixes that the clients of Wix use.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    security: [{ token: [] }],
    tags: Object.entries(sliceDescriptions).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'An access token or an API key, with or without `Bearer` before it, or both as `token,key`.',
        },
      },
      responses: errorResponses,
      schemas: { ...errorSchemas, ...components.schemas },
    },
  };
}

/**
 * Returns a function from endpoints to documented paths. OpenAPI forbids paths that differ only in the names of their
 * parameters, so `/v1/members/{id}` and `/v1/members/{member.id}` share one path with the names of the first.
 */
function createPathLookup(): (endpoint: Endpoint) => string {
  const byShape = new Map<string, string>();
  return ({ path, documentedPath = path }) => {
    const openApiPath = documentedPath.replace('*}', '}');
    const shape = openApiPath.replace(/\{[^}]+\}/g, '{}');
    const known = byShape.get(shape) ?? openApiPath;
    byShape.set(shape, known);
    return known;
  };
}

function describeOperation(endpoint: Endpoint, path: string, components: Components): Json {
  const name = componentNameOf(endpoint.id);
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    description: describeAccess(endpoint.access),
    tags: [endpoint.slice],
    ...(needsNoToken(endpoint) ? { security: [{}, { token: [] }] } : {}),
    parameters: describeParameters(endpoint, path, components),
    ...requestBody(endpoint, name, components),
    responses: { 200: describeSuccess(endpoint, name, components), ...describeFailures(endpoint) },
  };
}

const needsNoToken = ({ access }: Endpoint): boolean => access === 'open' || access === 'session';

/** Converts the id of a call to a component name, for example `data.items.query` to `DataItemsQuery`. */
const componentNameOf = (id: string): string =>
  id
    .split('.')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');

function requestBody(endpoint: Endpoint, name: string, components: Components): Json {
  if (endpoint.upload) return { requestBody: { required: true, content: fileBody } };
  if (!endpoint.body) return {};
  const schema = components.named(endpoint.body, `${name}Request`, `Body of \`${endpoint.id}\`: ${endpoint.summary}.`);
  const forms = endpoint.form ? { 'application/x-www-form-urlencoded': { schema } } : {};
  return {
    requestBody: { required: isRequired(endpoint.body), content: { 'application/json': { schema }, ...forms } },
  };
}

const isRequired = (body: TSchema): boolean => ((body as { required?: string[] }).required ?? []).length > 0;

const fileBody = {
  'application/octet-stream': {},
  'multipart/form-data': { schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } } },
};

function describeSuccess(endpoint: Endpoint, name: string, components: Components): Json {
  if (!endpoint.response) {
    const isPage = endpoint.shape === 'page';
    return {
      description: isPage ? 'A page or a redirect' : 'The file',
      content: isPage ? { 'text/html': {} } : { '*/*': {} },
    };
  }
  const schema = components.named(
    endpoint.response,
    `${name}Response`,
    `Response of \`${endpoint.id}\`: ${endpoint.summary}.`,
  );
  return { description: endpoint.summary, content: { 'application/json': { schema } } };
}

/** Codes that the HTTP layer may return for every call. All other statuses are described under `default`. */
const TRANSPORT_ERRORS: readonly ErrorCode[] = [
  'BAD_REQUEST',
  'INVALID_ARGUMENT',
  'UNAUTHENTICATED',
  'PERMISSION_DENIED',
];

/** Returns one response for each status. Its description lists the error codes that have this status. */
function describeFailures(endpoint: Endpoint): Json {
  const byStatus = Map.groupBy(
    [...new Set([...endpoint.errors, ...TRANSPORT_ERRORS])],
    (code) => errorTable[code].status,
  );
  const entries = [...byStatus].map(([status, codes]) => {
    const shared = endpoint.shape === undefined && codes.every((code) => TRANSPORT_ERRORS.includes(code));
    return [status, shared ? { $ref: `#/components/responses/${SHARED[status]}` } : describeFailure(endpoint, codes)];
  });
  return { ...Object.fromEntries(entries), default: { $ref: '#/components/responses/Other' } };
}

const SHARED: Readonly<Record<number, string>> = { 400: 'BadRequest', 401: 'Unauthenticated', 403: 'PermissionDenied' };

function describeFailure({ shape = 'json' }: Endpoint, codes: readonly ErrorCode[]): Json {
  const content = {
    json: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    oauth: { 'application/json': { schema: { $ref: '#/components/schemas/OAuthError' } } },
    page: { 'text/html': {} },
  }[shape];
  return { description: codes.map((code) => `\`${code}\`: ${describeError(code)}`).join('\n\n'), content };
}
