import type { ErrorCode } from '@portico/domain';
import type { Static, TSchema } from 'typebox';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The slices that answer calls, in the order of the house. */
export type Slice = 'sites' | 'events' | 'media' | 'contacts' | 'identity' | 'data' | 'forms';

/**
 * One call of the wire, by its bare path. Path parameters are written `{name}`, `{name*}` where the value may hold
 * slashes, `{thing.id}` where the body names it too. A GET's parameters may also come packed as `.r` (base64url JSON); the server merges path, query and packed
 * parameters into the one `query` value, so a schema names them all.
 */
export interface Endpoint {
  /** slice.noun.verb, unique: the OpenAPI operationId and the sdk's name of the call */
  readonly id: string;
  readonly slice: Slice;
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  /** path and query parameters together */
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** the 200 answer; absent for pages and redirects */
  readonly response?: TSchema;
  /** codes beside the transport's own (domain's sharedErrors) */
  readonly errors: readonly ErrorCode[];
  /** `oauth`: errors leave as RFC 6749 `{error, error_description}`; `page`: a navigation, errors are HTML */
  readonly shape?: 'json' | 'oauth' | 'page';
  /** bytes of body allowed; 1 MB where absent */
  readonly bodyLimit?: number;
  /** also read `application/x-www-form-urlencoded` bodies */
  readonly form?: boolean;
  /** the body is one file of any media type, or multipart/form-data with one: handed on as a stream, never parsed */
  readonly upload?: boolean;
  /** more ways to send the same call (a PUT beside a POST): method and bare path */
  readonly also?: readonly (readonly [Method, string])[];
  /** safe to send as GET with the body packed in `.r` */
  readonly alsoPackedGet?: boolean;
}

/** Declares an endpoint, keeping its literal types. */
export const endpoint = <const E extends Endpoint>(declared: E): E => declared;

type Parsed<S> = S extends TSchema ? Static<S> : Record<never, never>;

/** What a handler of the endpoint is given, parsed and validated. */
export interface Input<E extends Endpoint> {
  readonly query: Parsed<E['query']>;
  readonly body: Parsed<E['body']>;
}

/** What a handler of the endpoint answers. */
export type Output<E extends Endpoint> = E['response'] extends TSchema ? Static<E['response']> : never;

export const MEGABYTE = 1_048_576;
export const BULK_BODY_LIMIT = 16 * MEGABYTE;
