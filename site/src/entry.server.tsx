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

/** Renders a page whole before it is sent: readable without JavaScript, and with its true status. */
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
 * Errors of loaders and actions for the log. A visitor who left is none, nor is a post from a page of another origin:
 * it was refused, and anybody could fill the log with such.
 */
export function handleError(error: unknown, { request }: { request: Request }): void {
  const foreign = request.method !== 'GET' && request.headers.get('origin') !== new URL(request.url).origin;
  if (!request.signal.aborted && !foreign) console.error(error);
}

/**
 * The way in for the server: a function from a request to its page. It stands here because router and context must be
 * the very modules that the pages were built with.
 */
export function createHandler(build: ServerBuild, mode: 'production' | 'development') {
  const handle = createRequestHandler(build, mode);
  return (request: Request, host: Host): Promise<Response> => {
    const context = new RouterContextProvider();
    context.set(hostContext, host);
    return handle(request, context);
  };
}
