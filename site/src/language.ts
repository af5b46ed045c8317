/** Chooses the language of a page. */
import { type Language, languages, pickLanguage } from '@portico/domain/languages';

export const LANGUAGE_COOKIE = 'portico-language';
const COOKIE_SECONDS = 365 * 86_400;

export interface Choice {
  readonly language: Language;
  /** The cookie that stores the choice; null if the request contains no `?lang=`. */
  readonly cookie: string | null;
}

/**
 * Chooses the first of these: the visitor's choice (`?lang=`, then the cookie); the language of the site, if the
 * browser accepts it at all, because the owner's own texts are in it; the supported language that the browser prefers.
 */
export function chooseLanguage(request: Request, siteLanguage: Language): Choice {
  const chosen = toKnownLanguage(new URL(request.url).searchParams.get('lang'));
  if (chosen) return { language: chosen, cookie: cookieOf(chosen, request) };
  const cookieLanguage = toKnownLanguage(cookieValue(request));
  const accepted = acceptedLanguages(request.headers.get('accept-language') ?? '');
  const fromBrowser = accepted.some((tag) => toKnownLanguage(tag) === siteLanguage)
    ? siteLanguage
    : pickLanguage(accepted, siteLanguage);
  return { language: cookieLanguage ?? fromBrowser, cookie: null };
}

/** Parses Accept-Language (RFC 9110, section 12.5.4) to tags, most preferred first. Omits tags with q=0. */
export function acceptedLanguages(header: string): string[] {
  return header
    .slice(0, 1_000)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((text) => text.trim());
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

/** Returns the supported language of a tag; null if there is none. */
function toKnownLanguage(tag: string | null): Language | null {
  const language = pickLanguage([tag], 'en');
  return tag && (language !== 'en' || /^en\b/i.test(tag)) ? language : null;
}

const cookieValue = (request: Request): string | null =>
  new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=([^;]*)`).exec(request.headers.get('cookie') ?? '')?.[1] ?? null;

function cookieOf(language: Language, request: Request): string {
  const secure = new URL(request.url).protocol === 'https:' ? '; Secure' : '';
  return `${LANGUAGE_COOKIE}=${language}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${COOKIE_SECONDS}${secure}`;
}

export const directionOf = (language: Language): 'rtl' | 'ltr' => (languages[language].rtl ? 'rtl' : 'ltr');
