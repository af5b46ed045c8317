/** In which language a page speaks. */
import { type Language, languages, pickLanguage } from '@portico/domain/languages';

export const LANGUAGE_COOKIE = 'portico-language';
const COOKIE_SECONDS = 365 * 86_400;

export interface Choice {
  readonly language: Language;
  /** the cookie that remembers an explicit choice; null where none was made just now */
  readonly cookie: string | null;
}

/**
 * What the visitor chose comes first (`?lang=`, remembered). Then the site's own language, if the browser accepts it
 * at all: in that one everything speaks, the owner's own words too. Then the browser's favourite among ours.
 */
export function chooseLanguage(request: Request, siteLanguage: Language): Choice {
  const chosen = known(new URL(request.url).searchParams.get('lang'));
  if (chosen) return { language: chosen, cookie: cookieOf(chosen, request) };
  const remembered = known(cookieValue(request));
  const accepted = acceptedLanguages(request.headers.get('accept-language') ?? '');
  const fromBrowser = accepted.some((tag) => known(tag) === siteLanguage)
    ? siteLanguage
    : pickLanguage(accepted, siteLanguage);
  return { language: remembered ?? fromBrowser, cookie: null };
}

/** Accept-Language (RFC 9110 section 12.5.4) → tags, best first; what is refused by q=0 is left out. */
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

/** One of ours by its tag, or null. */
function known(tag: string | null): Language | null {
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
