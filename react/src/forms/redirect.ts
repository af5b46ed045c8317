import type { Form } from '@portico/sdk';

/**
 * Returns the owner's redirect after submission. Only http(s) URLs are allowed: `javascript:` would run as the site.
 */
export function redirectOf({
  submitSettings,
}: Pick<Form, 'submitSettings'>): { url: string; inNewTab: boolean } | null {
  const { submitSuccessAction, redirectOptions } = submitSettings ?? {};
  const url = submitSuccessAction === 'REDIRECT' ? redirectOptions?.redirectUrl : undefined;
  return url && /^https?:\/\//i.test(url) ? { url, inNewTab: redirectOptions?.target === 'BLANK' } : null;
}
