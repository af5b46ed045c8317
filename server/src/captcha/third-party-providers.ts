/**
 * reCAPTCHA, hCaptcha and Turnstile share a protocol: we post the secret and the token as a form, and they return JSON
 * with `success`, `hostname` and `error-codes`. The client's address is not sent, because none of them needs it. The
 * owner configures at the provider which hosts may use a site key. The server only logs the host, because a headless
 * site may have many.
 */
import type { Log } from '../kernel/log.ts';

export type ThirdPartyProvider = 'RECAPTCHA' | 'HCAPTCHA' | 'TURNSTILE';

export interface Provider {
  readonly url: string;
  /** True if the provider expects our site key with the token. hCaptcha then rejects tokens of other site keys. */
  readonly sendsSiteKey: boolean;
  /**
   * Minimum score. reCAPTCHA v3 never rejects; it scores from 0 (a robot) to 1. (hCaptcha's score means the opposite.)
   */
  readonly minScore: number | null;
}

export const providers: Readonly<Record<ThirdPartyProvider, Provider>> = {
  RECAPTCHA: { url: 'https://www.google.com/recaptcha/api/siteverify', sendsSiteKey: false, minScore: 0.5 },
  HCAPTCHA: { url: 'https://api.hcaptcha.com/siteverify', sendsSiteKey: true, minScore: null },
  TURNSTILE: {
    url: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    sendsSiteKey: false,
    minScore: null,
  },
};

const TIMEOUT_MS = 5_000;
const MAX_TOKEN_LENGTH = 8_192;

/**
 * Returns true if the provider accepts the token, and false in every other case, including a failed connection. The log
 * contains the reason.
 */
export async function isVerified(
  provider: Provider,
  { secret, siteKey, token }: { readonly secret: string; readonly siteKey: string; readonly token: string },
  log: Log,
): Promise<boolean> {
  if (token.length > MAX_TOKEN_LENGTH) return false;
  const form = new URLSearchParams({ secret, response: token });
  if (provider.sendsSiteKey && siteKey) form.set('sitekey', siteKey);
  const verdict = await post(provider.url, form).catch((error: unknown) => {
    log.error({ err: error, url: provider.url }, 'the captcha provider returned no verdict');
    return null;
  });
  if (!verdict) return false;
  const { success, hostname, score } = verdict;
  const isScoreTooLow = provider.minScore !== null && typeof score === 'number' && score < provider.minScore;
  if (success === true && !isScoreTooLow) return true;
  const reason = success === true ? `the score is below ${provider.minScore}` : 'the provider rejected the token';
  log.info(
    { url: provider.url, reason, hostname, score, codes: verdict['error-codes'] },
    'a captcha token was rejected',
  );
  return false;
}

/**
 * Posts the form and returns the JSON response with any status, because rejections may have a status other than 200.
 * Redirects are not followed, because their target would receive the secret.
 */
async function post(url: string, form: URLSearchParams): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(url, {
    method: 'POST',
    body: form,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const verdict: unknown = await response.json();
  if (typeof verdict !== 'object' || verdict === null || !('success' in verdict)) {
    throw new Error(`the captcha provider responded with status ${response.status} and no verdict`);
  }
  return verdict as Record<string, unknown>;
}
