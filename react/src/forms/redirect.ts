import type { Form } from '@portico/sdk';

/**
 * Returns the owner's redirect after submission. Only http(s) URLs are allowed, because a `javascript:` URL would run
 * in the origin of the page.
 */
export function redirectOf({
  submitSettings,
}: Pick<Form, 'submitSettings'>): { url: string; inNewTab: boolean } | null {
  const { submitSuccessAction, redirectOptions } = submitSettings ?? {};
  const url = submitSuccessAction === 'REDIRECT' ? redirectOptions?.redirectUrl : undefined;
  return url && /^https?:\/\//i.test(url) ? { url, inNewTab: redirectOptions?.target === 'BLANK' } : null;
}
