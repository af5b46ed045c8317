import { describeError, type ErrorCode, errorTable } from '@portico/domain';
import type { TSchema } from 'typebox';
import { type Endpoint, sliceDescriptions } from './endpoint.ts';
import { type Components, createComponents, type Json } from './openapi-components.ts';
import { errorResponses, errorSchemas } from './openapi-errors.ts';
import { parameters } from './openapi-parameters.ts';

export interface OpenApiOptions {
  readonly serverUrl: string;
  /** true for calls that need no credential */
  readonly isOpen: (endpoint: Endpoint) => boolean;
}

/** The OpenAPI 3.1 document of the endpoints. TypeBox schemas are JSON Schema; those with a title become components. */
export function openApi(endpoints: readonly Endpoint[], { serverUrl, isOpen }: OpenApiOptions): Json {
  const components = createComponents();
  const pathOf = createPaths();
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = pathOf(endpoint);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, path, components, isOpen) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Portico',
      version: '0.1.0',
      description:
        'Members, content collections and form submissions. Paths are bare where they can be; the prefixes of the vendor’s clients lead to the same calls.',
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
          description: 'The bare access token or API key, `Bearer` before it allowed, or `token,key`.',
        },
      },
      responses: errorResponses,
      schemas: { ...errorSchemas, ...components.schemas },
    },
  };
}

/**
 * Paths as the document names them. OpenAPI allows one name for a place in a path, and no two paths that fit the same
 * address: `/v1/members/{id}` and `/v1/members/{member.id}` are one path, with the names that came first.
 */
function createPaths(): (endpoint: Endpoint) => string {
  const byShape = new Map<string, string>();
  return ({ path, documentedPath = path }) => {
    const written = documentedPath.replace('*}', '}');
    const shape = written.replace(/\{[^}]+\}/g, '{}');
    const known = byShape.get(shape) ?? written;
    byShape.set(shape, known);
    return known;
  };
}

function operation(endpoint: Endpoint, path: string, components: Components, isOpen: OpenApiOptions['isOpen']): Json {
  const name = componentName(endpoint.id);
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    tags: [endpoint.slice],
    ...(isOpen(endpoint) ? { security: [{}, { token: [] }] } : {}),
    parameters: parameters(endpoint, path, components),
    ...requestBody(endpoint, name, components),
    responses: { 200: success(endpoint, name, components), ...failures(endpoint) },
  };
}

/** `data.items.query` → `DataItemsQuery` */
const componentName = (id: string): string =>
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

function success(endpoint: Endpoint, name: string, components: Components): Json {
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
    `Answer of \`${endpoint.id}\`: ${endpoint.summary}.`,
  );
  return { description: endpoint.summary, content: { 'application/json': { schema } } };
}

/** What the transport itself may answer on every call; other statuses of it are under `default`. */
const TRANSPORT: readonly ErrorCode[] = ['BAD_REQUEST', 'INVALID_ARGUMENT', 'UNAUTHENTICATED', 'PERMISSION_DENIED'];

/** One entry for each status, which names its codes. */
function failures(endpoint: Endpoint): Json {
  const byStatus = Map.groupBy([...new Set([...endpoint.errors, ...TRANSPORT])], (code) => errorTable[code].status);
  const entries = [...byStatus].map(([status, codes]) => {
    const shared = endpoint.shape === undefined && codes.every((code) => TRANSPORT.includes(code));
    return [status, shared ? { $ref: `#/components/responses/${SHARED[status]}` } : failure(endpoint, codes)];
  });
  return { ...Object.fromEntries(entries), default: { $ref: '#/components/responses/Other' } };
}

const SHARED: Readonly<Record<number, string>> = { 400: 'BadRequest', 401: 'Unauthenticated', 403: 'PermissionDenied' };

function failure({ shape = 'json' }: Endpoint, codes: readonly ErrorCode[]): Json {
  const content = {
    json: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    oauth: { 'application/json': { schema: { $ref: '#/components/schemas/OAuthError' } } },
    page: { 'text/html': {} },
  }[shape];
  return { description: codes.map((code) => `\`${code}\`: ${describeError(code)}`).join('\n\n'), content };
}
