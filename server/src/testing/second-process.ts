/** Starts a second server process on the database of a test server, for tests of notices between processes. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestServer } from './index.ts';

const CHILD_SCRIPT = fileURLToPath(new URL('second-process-main.ts', import.meta.url));

export interface SecondProcess {
  readonly url: string;
  /** Calls the process over a real connection. */
  call(
    method: string,
    path: string,
    options?: { as?: string; body?: unknown; headers?: Readonly<Record<string, string>> },
  ): Promise<{ status: number; body: never; headers: Headers }>;
  /** Returns the standard output so far, which contains the log. */
  output(): string;
  stop(): Promise<void>;
}

/** @param env further settings of the process */
export async function startSecondProcess(
  t: TestServer,
  env: Readonly<Record<string, string>> = {},
): Promise<SecondProcess> {
  const child = fork(CHILD_SCRIPT, { execArgv: [], stdio: ['inherit', 'pipe', 'inherit', 'ipc'] });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const ended = once(child, 'exit');
  child.send({ settings: t.settings, publicUrl: t.origin, env: { PORTICO_DATA_DIR: t.dataDir, ...env } });
  const [url] = (await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => Promise.reject(new Error(`The second process ended with ${code}`))),
  ])) as [string];
  return {
    url,
    async call(method, path, { as, body, headers } = {}) {
      const response = await fetch(url + path, {
        method,
        headers: {
          ...(as ? { authorization: as } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as never, headers: response.headers };
    },
    output: () => output,
    async stop() {
      child.disconnect();
      await ended;
    },
  };
}
