import type { Installation } from '../../server/src/testing/installation-process.ts';

/** Makes one call while a benchmark is prepared. Rejects if the status is not 200. */
export async function call(
  { origin }: Installation,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
  method = 'POST',
  // biome-ignore lint/suspicious/noExplicitAny: responses have different shapes
): Promise<any> {
  const response = await fetch(origin + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text);
}
