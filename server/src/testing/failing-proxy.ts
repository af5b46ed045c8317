/** A proxy in front of a test server: it counts requests, delays responses, and fails on demand. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FailingProxy {
  readonly url: string;
  /** Paths of the requests so far. */
  readonly paths: string[];
  /** Responds to all requests with this status; null forwards them again. */
  failWith(status: number | null): void;
  /** Holds responses back until the returned function is called. */
  hold(): () => void;
  /** Closes the port, as if the network were gone. */
  close(): Promise<void>;
}

export async function startProxy(target: string): Promise<FailingProxy> {
  const paths: string[] = [];
  let failure: number | null = null;
  let gate: Promise<void> = Promise.resolve();
  const server = createServer(async (request, response) => {
    paths.push(request.url ?? '');
    if (failure !== null) return response.writeHead(failure, { 'content-type': 'text/html' }).end('<h1>Down</h1>');
    const body: Buffer[] = [];
    for await (const chunk of request) body.push(chunk);
    const { authorization, 'content-type': type } = request.headers;
    const upstreamResponse = await fetch(`${target}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { ...(authorization ? { authorization } : {}), ...(type ? { 'content-type': type } : {}) },
      ...(body.length > 0 ? { body: Buffer.concat(body) } : {}),
    });
    const text = await upstreamResponse.text();
    await gate;
    return response.writeHead(upstreamResponse.status, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    failWith(status) {
      failure = status;
    },
    hold() {
      let release = (): void => undefined;
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return () => release();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
