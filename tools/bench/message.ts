import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Returns the next message of a child process; rejects if the process exits first. */
export async function messageOf<T>(child: ChildProcess): Promise<T> {
  const abortController = new AbortController();
  const { signal } = abortController;
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`A helper process ended with ${code}.`);
  });
  try {
    const [message] = (await Promise.race([once(child, 'message', { signal }), ended])) as [T];
    return message;
  } finally {
    ended.catch(() => undefined);
    abortController.abort();
  }
}
