/**
 * The headers of our pages. Scripts run only from our own files or with the page's nonce, so that markup smuggled into
 * content cannot run; no page may be framed, so that nobody is made to click on one unseen.
 */
const PAGE = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // Not `no-referrer`: browsers then send `Origin: null` with plain form posts, which the Origin check must refuse.
  'referrer-policy': 'strict-origin-when-cross-origin',
};

const COMMON = "default-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'";

/** The site has no `form-action`: a sign-in form is answered by a redirect to the app's own origin. */
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

/** A captcha of somebody else, whose scripts and frames the pages that show it let in. */
export type OutsideCaptcha = 'RECAPTCHA' | 'HCAPTCHA' | 'TURNSTILE';

const NO_CAPTCHA = { scripts: '', styles: '', frames: '', calls: '' };
const HCAPTCHA = ' https://hcaptcha.com https://*.hcaptcha.com';
const TURNSTILE = ' https://challenges.cloudflare.com';

/** As each provider documents its policy. */
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
    // The component library writes its colours and positions into style elements and attributes; styles cannot run.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
  ].join('; '),
});

/** Pages under Vite carry its own inline scripts and sockets: only framing is refused while developing. */
export const developmentPageHeaders: Record<string, string> = {
  ...PAGE,
  'content-security-policy': "frame-ancestors 'none'",
};
