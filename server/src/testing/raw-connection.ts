/** A TCP connection to a test server, for requests that no HTTP client sends: unfinished, malformed, abandoned. */
import { connect } from 'node:net';

export interface RawConnection {
  write(data: string | Buffer): void;
  /** Resolves with the next response; rejects if the connection ends without one. */
  nextResponse(): Promise<RawResponse>;
  /** Resolves when the connection has ended. */
  readonly closed: Promise<void>;
  close(): void;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  readonly body: any;
}

/** Connects to the host and port of `origin`. */
export function openRawConnection(origin: string): RawConnection {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let received = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
  });
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const takeResponse = (): RawResponse | undefined => {
    const parsed = parseResponse(received);
    if (parsed) received = received.subarray(parsed.bytes);
    return parsed?.response;
  };
  return {
    write: (data) => void socket.write(data),
    closed,
    close: () => void socket.destroy(),
    nextResponse: () =>
      new Promise((resolve, reject) => {
        const check = () => {
          const response = takeResponse();
          if (!response) return;
          socket.off('data', check);
          resolve(response);
        };
        socket.on('data', check);
        void closed.then(() => reject(new Error(`The connection ended after: ${received.toString('utf8')}`)));
        check();
      }),
  };
}

function parseResponse(received: Buffer): { response: RawResponse; bytes: number } | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [statusLine = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const start = end + 4;
  const length = Number(headers['content-length'] ?? 0);
  if (received.length < start + length) return undefined;
  const text = received.subarray(start, start + length).toString('utf8');
  const isJson = (headers['content-type'] ?? '').startsWith('application/json');
  const response = { status: Number(statusLine.split(' ')[1]), headers, body: isJson ? JSON.parse(text) : text };
  return { response: response, bytes: start + length };
}
