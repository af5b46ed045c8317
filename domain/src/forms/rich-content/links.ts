/** Reads the URL of a link and decides whether it is safe to follow. */
import { isObject } from '../model.ts';
import { type Decoration, richContentLimits } from './nodes.ts';

/**
 * Allowed URL schemes. Any other scheme (javascript:, data:, vbscript:, blob:) could run scripts in the page that shows
 * the link.
 */
const SAFE_URL = /^(?:https?:\/\/[^\s/]|mailto:\S|tel:[+\d])/i;

/**
 * Characters that never occur unescaped in a URL: white space, control characters and characters that end an attribute.
 */
const FORBIDDEN_CHARACTER = /[\s\p{Cc}"<>`]/u;

/** Returns a URL with the scheme http, https, mailto or tel; null for anything else. */
export const toSafeUrl = (url: unknown): string | null =>
  typeof url === 'string' &&
  url.length <= richContentLimits.urlLength &&
  SAFE_URL.test(url) &&
  !FORBIDDEN_CHARACTER.test(url)
    ? url
    : null;

/**
 * Returns true if the URL would run a script or show content in the page's origin. Browsers ignore white space and
 * control characters before and inside a scheme, so they are removed first.
 */
export const isScriptUrl = (url: string): boolean =>
  /^(?:javascript|data|vbscript|blob|file):/i.test(url.replace(/[\p{Cc}\p{Cf}\p{Z}]/gu, ''));

/** Returns the link `{url, target, rel}` of a decoration or of a node's data. */
export function linkOf(holder: unknown): Record<string, unknown> | null {
  const link = isObject(holder) ? holder.link : undefined;
  return isObject(link) ? link : null;
}

export const linkOfDecoration = (decoration: Decoration): Record<string, unknown> | null => linkOf(decoration.linkData);
