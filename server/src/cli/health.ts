import { isIP } from 'node:net';
import type { CommandOutput, Invocation } from './command.ts';

const TIMEOUT_MS = 5_000;

/** @throws Error with the response of `/health/ready` if the server is not ready, or does not respond within 5 s */
export async function checkHealth({ config: { host, port } }: Invocation): Promise<CommandOutput> {
  const origin = `http://${addressOf(host)}:${port}`;
  const response = await fetch(`${origin}/health/ready`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  if (!response) throw new Error(`No server answers at ${origin}: start it, or set HOST and PORT as it has them.`);
  const body = await response.text();
  if (!response.ok) throw new Error(`The server at ${origin} is not ready: ${body}`);
  return { text: `The server at ${origin} is ready.`, json: JSON.parse(body) };
}

/** Returns the address at which this machine reaches a local server that listens at `host`. */
function addressOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return isIP(host) === 6 ? `[${host}]` : host;
}
