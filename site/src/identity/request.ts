/** The signed request of an app that waits for the sign-in: it travels from page to page as `?state=`. */
import { redirectDocument } from 'react-router';

/** null where nobody waits. */
export const requestOf = (request: Request): string | null => new URL(request.url).searchParams.get('state');

/** A page of signing in, with the request carried along. */
export const pathWith = (path: string, waiting: string | null): string =>
  waiting ? `${path}?${new URLSearchParams({ state: waiting })}` : path;

/** A whole page load: it may lead to the API, to an app that waits, or to a page with another security policy. */
export const goTo = (path: string, waiting: string | null = null): Response =>
  redirectDocument(pathWith(path, waiting));

/** What every form of signing in posts beside its own fields. */
export function commonOf(form: FormData): { request?: string; captcha?: string } {
  const request = String(form.get('request') ?? '');
  const captcha = String(form.get('captcha') ?? '');
  return { ...(request ? { request } : {}), ...(captcha ? { captcha } : {}) };
}

export const textOf = (form: FormData, name: string): string => String(form.get(name) ?? '');
