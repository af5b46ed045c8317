/**
 * The security headers of our pages. Scripts run only from our own files or with the page's nonce, so that injected markup
 * cannot run. No page may be framed, which prevents clickjacking.
 */
const PAGE = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // Not `no-referrer`: browsers then send `Origin: null` with plain form posts, which the Origin check must reject.
  'referrer-policy': 'strict-origin-when-cross-origin',
};

const COMMON = "default-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'";

/** The site has no `form-action`, because a sign-in form is redirected to the app's own origin. */
export const sitePageHeaders = (nonce: string, captcha: OutsideCaptcha | null): Record<string, string> => {
  const outside = captcha ? CAPTCHAS[captcha] : NO_CAPTCHA;
  return {
    ...PAGE,
    'content-security-policy': [
      COMMON,
      `script-src 'self' 'nonce-${nonce}'${outside.scripts}`,
      `style-src 'self' 'nonce-${nonce}'${outside.styles}`,
      "img-src 'self' data: https:",
      ...(captcha ? [`frame-src${outside.frames}`, `connect-src 'self'${outside.calls}`] : []),
    ].join('; '),
  };
};

/** A third-party captcha, whose scripts and frames the policy of its pages allows. */
export type OutsideCaptcha = 'RECAPTCHA' | 'HCAPTCHA' | 'TURNSTILE';

const NO_CAPTCHA = { scripts: '', styles: '', frames: '', calls: '' };
const HCAPTCHA = ' https://hcaptcha.com https://*.hcaptcha.com';
const TURNSTILE = ' https://challenges.cloudflare.com';

/** As documented by each provider. */
const CAPTCHAS: Readonly<Record<OutsideCaptcha, typeof NO_CAPTCHA>> = {
  RECAPTCHA: {
    ...NO_CAPTCHA,
    scripts: ' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/',
    frames: ' https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
    calls: ' https://www.google.com/recaptcha/',
  },
  HCAPTCHA: { scripts: HCAPTCHA, styles: HCAPTCHA, frames: HCAPTCHA, calls: HCAPTCHA },
  TURNSTILE: { ...NO_CAPTCHA, scripts: TURNSTILE, frames: TURNSTILE },
};

/** @param inlineScriptHashes of the scripts inside the page, as `sha256-…` */
export const dashboardPageHeaders = (inlineScriptHashes: readonly string[]): Record<string, string> => ({
  ...PAGE,
  'content-security-policy': [
    `${COMMON}; form-action 'self'`,
    ["script-src 'self'", ...inlineScriptHashes.map((hash) => `'${hash}'`)].join(' '),
    // The component library writes colours and positions into style elements and attributes; styles cannot run code.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
  ].join('; '),
});

/** Vite adds inline scripts and sockets to pages: in development, the policy only forbids framing. */
export const developmentPageHeaders: Record<string, string> = {
  ...PAGE,
  'content-security-policy': "frame-ancestors 'none'",
};
