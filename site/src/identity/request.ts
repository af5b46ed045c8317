/** The signed authorization request of an app. The pages for sign-in pass it on as `?state=`. */
import { redirectDocument } from 'react-router';

/** Returns the authorization request; null if no app started the sign-in. */
export const requestOf = (request: Request): string | null => new URL(request.url).searchParams.get('state');

/** Returns the path of a page with the authorization request. */
export const pathWith = (path: string, authRequest: string | null): string =>
  authRequest ? `${path}?${new URLSearchParams({ state: authRequest })}` : path;

/** Redirects with a full page load, because the target may be the API, an app, or a page with another policy. */
export const goTo = (path: string, authRequest: string | null = null): Response =>
  redirectDocument(pathWith(path, authRequest));

/** Returns the fields that all forms for sign-in contain. */
export function commonFields(form: FormData): { request?: string; captcha?: string } {
  const request = String(form.get('request') ?? '');
  const captcha = String(form.get('captcha') ?? '');
  return { ...(request ? { request } : {}), ...(captcha ? { captcha } : {}) };
}

export const textOf = (form: FormData, name: string): string => String(form.get(name) ?? '');
