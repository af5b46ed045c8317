/** The address of a link, and whether it may be followed. */
import { isObject } from '../model.ts';
import { type Decoration, richContentLimits } from './nodes.ts';

/** What a link may lead to. Anything else (javascript:, data:, vbscript:, blob:) could run as the page that shows it. */
const SAFE = /^(?:https?:\/\/[^\s/]|mailto:\S|tel:[+\d])/i;

/** What no address holds unescaped: blanks, controls, and what would end an attribute. */
const FOREIGN = /[\s\p{Cc}"<>`]/u;

/** The address where it is http, https, mailto or tel; null otherwise. */
export const safeUrl = (url: unknown): string | null =>
  typeof url === 'string' && url.length <= richContentLimits.urlLength && SAFE.test(url) && !FOREIGN.test(url)
    ? url
    : null;

/** The schemes that run as the page, however they are disguised: browsers skip blanks and controls in front of and inside a scheme. */
export const isScriptUrl = (url: string): boolean =>
  /^(?:javascript|data|vbscript|blob|file):/i.test(url.replace(/[\p{Cc}\p{Cf}\p{Z}]/gu, ''));

/** The link of a decoration or of a node's data: `{url, target, rel}`. */
export function linkOf(holder: unknown): Record<string, unknown> | null {
  const link = isObject(holder) ? holder.link : undefined;
  return isObject(link) ? link : null;
}

export const linkOfDecoration = (decoration: Decoration): Record<string, unknown> | null => linkOf(decoration.linkData);
