/**
 * Returns the captcha token from `captchaTokens` of the vendor's client: an array of one object that holds it under one
 * of several keys (identity contract 6.1). Undefined for anything else.
 */
export function captchaTokenOf(tokens: unknown): string | undefined {
  for (const entry of Array.isArray(tokens) ? tokens.slice(0, 10) : []) {
    if (typeof entry !== 'object' || entry === null) continue;
    const { Recaptcha, InvisibleRecaptcha, NoCaptcha, recaptchaForClientSiteKey } = entry as Record<string, unknown>;
    const siteKeyToken = (recaptchaForClientSiteKey as { token?: unknown } | undefined)?.token;
    const text = [Recaptcha, InvisibleRecaptcha, NoCaptcha, siteKeyToken].find(
      (value) => typeof value === 'string' && value,
    );
    if (text) return text as string;
  }
  return undefined;
}
