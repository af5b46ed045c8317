import { type ErrorCode, type Permission, permissionTable } from '@portico/domain';
import type { Static, TSchema } from 'typebox';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The slices that serve calls, in the order of their dependencies, with their descriptions in the API reference. */
export const sliceDescriptions = {
  sites: 'Sites, their settings, OAuth apps, API keys and mails, and the people who work on them.',
  events: 'Events of a site, and the webhooks that receive them.',
  media: 'Uploaded files.',
  contacts: 'People known to a site, and the labels that group them.',
  identity: 'Members: sign-up, sign-in, sessions, tokens, profiles and roles.',
  data: 'Collections, their fields, permissions and indexes, and the items in them.',
  forms: 'Forms, their submissions and spam.',
} as const;

export type Slice = keyof typeof sliceDescriptions;

/** Access rules for endpoints whose callers are not determined by a single permission (domain/src/permissions.ts). */
export const accessRules = {
  open: 'Anyone; no token is needed.',
  token: 'Anyone with a token of the site, including visitors.',
  session: 'The person who is signed in with the session cookie, which replaces the token.',
  user: 'A person who works in the dashboard.',
  member: 'A signed-in member, for their own account.',
  collection: 'Callers to whom the permissions of the collection grant the operation.',
  form: 'Callers with `submissions:read`, the submitter of a submission, and callers to whom the form grants access to it.',
  file: 'Callers who may read the submission or item that contains the file.',
} as const;

/** `self or …` allows the person or caller to whom the data belongs, and every caller with the permission. */
export type Access = keyof typeof accessRules | Permission | `self or ${Permission}`;

/** Returns a sentence for the documentation about who may call an endpoint with this access. */
export function describeAccess(access: Access): string {
  if (access in accessRules) return accessRules[access as keyof typeof accessRules];
  const permission = access.replace('self or ', '') as Permission;
  const callerKinds = permissionTable[permission].map((kind) =>
    kind === 'key' ? 'API keys with this scope' : `${kind}s`,
  );
  const callersWithPermission = `callers with \`${permission}\`: ${callerKinds.join(', ')}.`;
  return permission === access
    ? `Only ${callersWithPermission}`
    : `The person or caller whose data it is, and ${callersWithPermission}`;
}

/**
 * A declared call. `path` is the bare path. Path parameters are written `{name}`, `{name*}` if the value may contain
 * slashes, or `{thing.id}` if the body also contains the value. A GET may also pack its parameters as `.r` (base64url
 * JSON). The server merges path, query and packed parameters into one `query` value, so its schema declares all of
 * them.
 */
export interface Endpoint {
  /** Unique id in the form slice.noun.verb: the OpenAPI operationId, and the name of the call in the sdk. */
  readonly id: string;
  readonly slice: Slice;
  /** Who may call the endpoint. In tests, the server fails if a call by anyone else succeeds. */
  readonly access: Access;
  readonly method: Method;
  readonly path: string;
  /** The path with a prefix. OpenAPI shows it if another call has the same bare path. */
  readonly documentedPath?: string;
  readonly summary: string;
  /** Path and query parameters. */
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** The body of the 200 response. Absent for pages and redirects. */
  readonly response?: TSchema;
  /** Error codes in addition to those of the transport (sharedErrors in domain). */
  readonly errors: readonly ErrorCode[];
  /**
   * The format of errors: JSON, `{error, error_description}` of RFC 6749 for `oauth`, or HTML for `page`, a browser
   * navigation.
   */
  readonly shape?: 'json' | 'oauth' | 'page';
  /** Maximum size of the body in bytes. The default is 1 MB. */
  readonly bodyLimit?: number;
  /** True if the endpoint also accepts `application/x-www-form-urlencoded` bodies. */
  readonly form?: boolean;
  /**
   * True if the body is one file of any media type, or multipart/form-data with one file. The handler receives it as an
   * unparsed stream.
   */
  readonly upload?: boolean;
  /** Alternative methods and bare paths of the same call. For example, a POST may also be sent as a PUT. */
  readonly also?: readonly (readonly [Method, string])[];
  /** True if the call only reads and may also be a GET with its body in the parameter `.r` (base64url of JSON). */
  readonly alsoPackedGet?: boolean;
}

/** Returns the names of the parameters in a path: `{id}`, `{path*}` and `{member.id}`. */
export const parameterNames = (path: string): string[] =>
  [...path.matchAll(/\{([\w.]+)\*?\}/g)].map((match) => match[1] as string);

/** Declares an endpoint and preserves its literal types. */
export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration;

type ParsedSchema<S> = S extends TSchema ? Static<S> : Record<never, never>;

/** The parsed and validated input of an endpoint's handler. */
export interface Input<E extends Endpoint> {
  readonly query: ParsedSchema<E['query']>;
  readonly body: ParsedSchema<E['body']>;
}

/** The return value of an endpoint's handler. */
export type Output<E extends Endpoint> = E['response'] extends TSchema ? Static<E['response']> : never;

export const MEGABYTE = 1_048_576;
export const BULK_BODY_LIMIT = 16 * MEGABYTE;
