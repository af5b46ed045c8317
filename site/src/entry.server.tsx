import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import { renderToPipeableStream } from 'react-dom/server';
import {
  createRequestHandler,
  type EntryContext,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router';
import { type Host, hostContext } from './host.ts';
import { NonceContext } from './nonce.ts';

const RENDER_LIMIT_MS = 10_000;

/** Renders the complete page before sending it, so that it works without JavaScript and has the correct status. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const nonce = context.get(hostContext).nonce || undefined;
  headers.set('content-type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return Promise.resolve(new Response(null, { status, headers }));
  return new Promise((resolve, reject) => {
    let finalStatus = status;
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        onAllReady() {
          clearTimeout(limit);
          const body = new PassThrough();
          resolve(new Response(createReadableStreamFromReadable(body), { status: finalStatus, headers }));
          pipe(body);
        },
        onShellError: reject,
        onError(error) {
          finalStatus = 500;
          console.error(error);
        },
      },
    );
    const limit = setTimeout(() => abort(), RENDER_LIMIT_MS);
  });
}

/**
 * Logs errors of loaders and actions, except aborted requests and rejected requests from other origins. Threat: anyone
 * could fill the log with the latter.
 */
export function handleError(error: unknown, { request }: { request: Request }): void {
  const isCrossOrigin = request.method !== 'GET' && request.headers.get('origin') !== new URL(request.url).origin;
  if (!request.signal.aborted && !isCrossOrigin) console.error(error);
}

/**
 * Creates the function with which the server renders pages. It is in this file because router and context must be the
 * same module instances as in the built pages.
 */
export function createHandler(build: ServerBuild, mode: 'production' | 'development') {
  const handle = createRequestHandler(build, mode);
  return (request: Request, host: Host): Promise<Response> => {
    const context = new RouterContextProvider();
    context.set(hostContext, host);
    return handle(request, context);
  };
}
