/** A local server for tests that behaves as S3 documents it and stores the objects in a map. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface FakeS3 {
  readonly url: string;
  readonly objects: Map<string, { bytes: Buffer; changedAt: Date }>;
  readonly seen: { method: string; path: string; headers: IncomingMessage['headers'] }[];
  /** True to return 403 for every request. */
  broken: boolean;
  stop(): void;
}

export async function startFakeS3(): Promise<FakeS3> {
  const server = createServer((request, response) => void serve(fake, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: FakeS3 = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects: new Map(),
    seen: [],
    broken: false,
    stop: () => void server.close(),
  };
  return fake;
}

/** Responds as S3 documents it (API reference: PutObject, GetObject, DeleteObject, ListObjectsV2), with two keys per page. */
async function serve(fake: FakeS3, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { objects } = fake;
  const url = new URL(request.url as string, 'http://x');
  const body = await buffer(request);
  fake.seen.push({ method: request.method as string, path: url.pathname + url.search, headers: request.headers });
  const fail = (status: number, code: string) =>
    response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
  if (!request.headers.authorization) return void fail(403, 'AccessDenied');
  if (fake.broken) return void fail(403, 'InvalidAccessKeyId');
  const key = decodeURIComponent(url.pathname.replace(/^\/uploads\/?/, ''));
  const etag = `"${createHash('md5').update(body).digest('hex')}"`;
  switch (request.method) {
    case 'PUT': {
      if (Number(request.headers['content-length']) !== body.length) return void fail(411, 'MissingContentLength');
      objects.set(key, { bytes: body, changedAt: new Date() });
      return void response.writeHead(200, { etag }).end();
    }
    case 'DELETE':
      objects.delete(key);
      return void response.writeHead(204).end();
    default: {
      if (key === '')
        return void response.writeHead(200, { 'content-type': 'application/xml' }).end(page(objects, url));
      const found = objects.get(key);
      if (!found) return void fail(404, 'NoSuchKey');
      response.writeHead(200, { etag, 'content-length': found.bytes.length }).end(found.bytes);
    }
  }
}

function page(objects: FakeS3['objects'], url: URL): string {
  const prefix = url.searchParams.get('prefix') ?? '';
  const after = url.searchParams.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const shown = keys.slice(0, 2);
  const rows = shown.map((key) => {
    const { bytes, changedAt } = objects.get(key) as { bytes: Buffer; changedAt: Date };
    return `<Contents><Key>${key}</Key><LastModified>${changedAt.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`;
  });
  const more = keys.length > shown.length;
  const next = more ? `<NextContinuationToken>${shown.at(-1)}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult><Name>uploads</Name><IsTruncated>${more}</IsTruncated>${rows.join('')}${next}</ListBucketResult>`;
}
