import type { Installation } from '../../server/src/testing/installation-process.ts';

/** One call of the preparation; rejects where it is refused. */
export async function call(
  { origin }: Installation,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
  method = 'POST',
  // biome-ignore lint/suspicious/noExplicitAny: answers of several shapes
): Promise<any> {
  const answer = await fetch(origin + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text);
}
