/**
 * Returns the URL of the value of an image field: a URL, or an object with `url` or `src`. Returns null for anything else,
 * such as `data:` and `javascript:` URLs, which members could have stored.
 */
export function imageUrl(value: unknown): string | null {
  const { url, src } = (typeof value === 'object' && value !== null ? value : {}) as { url?: unknown; src?: unknown };
  const text = typeof value === 'string' ? value : (url ?? src);
  return typeof text === 'string' && /^(https?:\/\/|\/(?![/\\]))/i.test(text) ? text : null;
}
