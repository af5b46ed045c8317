/** An HTTP server on the loopback interface that receives webhooks, with configurable responses. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The header `webhook-id`. */
  readonly id: string;
}

export type Behaviour = (response: ServerResponse, received: ReceivedRequest) => void;

export interface Receiver {
  /** Returns the URL of a path. */
  url(path: string): string;
  /** Returns the requests that a path has received so far. */
  requestsTo(path: string): ReceivedRequest[];
  /** Resolves when a path has received this many requests. */
  waitFor(path: string, count: number): Promise<ReceivedRequest[]>;
  /** Sets the responses of a path; the default is 200. */
  respondWith(path: string, behaviour: Behaviour): void;
  stop(): Promise<void>;
}

export const status =
  (code: number, text = 'thanks', headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    response.writeHead(code, headers).end(text);

export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedRequest[] = [];
  const behaviours = new Map<string, Behaviour>();
  const listener: RequestListener = async (request, response) => {
    const one = await read(request);
    received.push(one);
    (behaviours.get(one.path) ?? status(200))(response, one);
  };
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const requestsAt = (path: string) => received.filter((one) => one.path === path);
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    requestsTo: requestsAt,
    waitFor: (path, count) =>
      vi.waitFor(
        () => {
          if (requestsAt(path).length < count)
            throw new Error(`The receiver got ${requestsAt(path).length} of ${count} requests at ${path}.`);
          return requestsAt(path);
        },
        { timeout: 15_000, interval: 10 },
      ),
    respondWith: (path, behaviour) => void behaviours.set(path, behaviour),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function read(request: IncomingMessage): Promise<ReceivedRequest> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const headers = request.headers as Record<string, string>;
  return { path: request.url ?? '', headers, body: Buffer.concat(parts).toString(), id: headers['webhook-id'] ?? '' };
}
