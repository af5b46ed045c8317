/** A local server for tests that behaves as S3 documents it and stores the objects in a map. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface FakeS3 {
  readonly url: string;
  readonly objects: Map<string, { bytes: Buffer; changedAt: Date }>;
  /** Parts of unfinished multipart uploads by the id of the upload. */
  readonly uploads: Map<string, Map<number, Buffer>>;
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
    uploads: new Map(),
    seen: [],
    broken: false,
    stop: () => void server.close(),
  };
  return fake;
}

/** Responds as the API reference of S3 documents Put-, Get-, DeleteObject and ListObjectsV2, with two keys per page. */
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
  const uploadId = url.searchParams.get('uploadId');
  if (request.method === 'POST' || uploadId !== null)
    return void serveUpload(fake, { key, uploadId, method: request.method as string, url, body, etag }, response);
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

interface UploadRequest {
  readonly key: string;
  readonly uploadId: string | null;
  readonly method: string;
  readonly url: URL;
  readonly body: Buffer;
  readonly etag: string;
}

/** Responds to CreateMultipartUpload, UploadPart, CompleteMultipartUpload and AbortMultipartUpload like S3. */
function serveUpload(
  { uploads, objects }: FakeS3,
  { key, uploadId, method, url, body, etag }: UploadRequest,
  response: ServerResponse,
): unknown {
  const send = (status: number, xml = ''): unknown =>
    response.writeHead(status, { 'content-type': 'application/xml', etag }).end(xml);
  if (uploadId === null) {
    const id = `upload-${uploads.size + 1}`;
    uploads.set(id, new Map());
    return send(200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
  }
  const parts = uploads.get(uploadId);
  if (!parts) return send(404, '<Error><Code>NoSuchUpload</Code></Error>');
  if (method === 'PUT') {
    parts.set(Number(url.searchParams.get('partNumber')), body);
    return send(200);
  }
  uploads.delete(uploadId);
  if (method === 'DELETE') return send(204);
  const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) => Number(number));
  const bytes = Buffer.concat(numbers.map((number) => parts.get(number) ?? Buffer.alloc(0)));
  objects.set(key, { bytes, changedAt: new Date() });
  return send(200, '<CompleteMultipartUploadResult/>');
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
