import {
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endpointOf, readRequestFacts } from '../request-facts.ts';

interface TracedRequest {
  readonly span: Span;
  readonly context: Context;
}

const propagator = new W3CTraceContextPropagator();
const getter = {
  keys: (headers: FastifyRequest['headers']) => Object.keys(headers),
  get: (headers: FastifyRequest['headers'], name: string) => headers[name],
};

/**
 * Records a span for each request, as part of the trace in its `traceparent` header. Attributes contain no path, query,
 * address or header, because these can identify a person.
 */
export function traceRequests(tracer: Tracer, http: FastifyInstance): void {
  const requests = new WeakMap<FastifyRequest, TracedRequest>();
  http.addHook('onRequest', (request, _reply, done) => {
    const parent = propagator.extract(ROOT_CONTEXT, request.headers, getter);
    const attributes = {
      'http.request.method': request.method,
      'http.route': request.routeOptions.url ?? '',
      'portico.endpoint': endpointOf(request),
      'portico.request_id': request.id,
    };
    const span = tracer.startSpan(endpointOf(request), { kind: SpanKind.SERVER, attributes }, parent);
    const own = trace.setSpan(parent, span);
    requests.set(request, { span, context: own });
    context.with(own, done);
  });
  // The body arrives in events of the connection, which do not belong to the context of the request.
  http.addHook('preHandler', (request, _reply, done) => {
    context.with(requests.get(request)?.context ?? ROOT_CONTEXT, done);
  });
  http.addHook('onResponse', (request, reply, done) => {
    const span = requests.get(request)?.span;
    const { status, code, caller, siteId } = readRequestFacts(request, reply);
    span?.setAttributes({
      'http.response.status_code': status,
      'portico.caller': caller,
      ...(siteId === null ? {} : { 'portico.site_id': siteId }),
      ...(code === null ? {} : { 'error.type': code }),
    });
    if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    done();
  });
  http.addHook('onRequestAbort', (request, done) => {
    const span = requests.get(request)?.span;
    span?.setStatus({ code: SpanStatusCode.ERROR, message: 'aborted by the client' });
    span?.end();
    done();
  });
}
