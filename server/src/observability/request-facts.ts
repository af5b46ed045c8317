import type { FastifyReply, FastifyRequest } from 'fastify';

/** What metrics, logs and traces may know about a request: nothing that identifies a person. */
export interface RequestFacts {
  /** Id of the endpoint; `health`, `metrics`, or `pages` for pages, files and unknown paths. */
  readonly endpoint: string;
  readonly method: string;
  readonly status: number;
  /** Code of the error; null if the request succeeded. */
  readonly code: string | null;
  readonly caller: string;
  readonly siteId: string | null;
  readonly milliseconds: number;
}

/** Returns the endpoint of a request, for labels with a bounded number of values. */
export const endpointOf = (request: FastifyRequest): string => request.routeOptions.config?.endpoint ?? 'pages';

/** Call it when the response has been sent. */
export function readRequestFacts(request: FastifyRequest, reply: FastifyReply): RequestFacts {
  return {
    endpoint: endpointOf(request),
    method: methodOf(request),
    status: reply.statusCode,
    code: request.errorCode,
    caller: request.authenticated?.caller.kind ?? 'unauthenticated',
    siteId: request.authenticated?.site?.id ?? null,
    milliseconds: reply.elapsedTime,
  };
}

/** Returns `OTHER` for an invented method, because clients must not be able to create labels. */
const methodOf = ({ method }: FastifyRequest): string =>
  ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].includes(method) ? method : 'OTHER';
