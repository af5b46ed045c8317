/**
 * The security headers of our pages. Scripts run only from our own files or with the page's nonce, so that injected
 * markup cannot run. No page may be framed, which prevents clickjacking, except a form by the origins that its owner
 * allows. Browsers report violations to http/csp-reports.ts.
 */
import { CSP_REPORT_PATH } from '../http/csp-reports.ts';

const PAGE = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // With `no-referrer`, browsers would send `Origin: null` with plain form posts, and the Origin check would reject
  // them.
  'referrer-policy': 'strict-origin-when-cross-origin',
};

const REPORT = `report-uri ${CSP_REPORT_PATH}`;
const COMMON = `default-src 'self'; base-uri 'none'; object-src 'none'; ${REPORT}`;

const frameAncestors = (origins: readonly string[]): string => `frame-ancestors ${origins.join(' ') || "'none'"}`;

/**
 * Returns the headers of a page of the site. Its policy has no `form-action`, because a sign-in form is redirected to
 * the app's own origin.
 */
export const buildSiteHeaders = (nonce: string, { captcha, ancestors }: PagePolicy): Record<string, string> => {
  const captchaSources = captcha ? CAPTCHAS[captcha] : NO_CAPTCHA;
  return {
    ...PAGE,
    'content-security-policy': [
      COMMON,
      frameAncestors(ancestors),
      `script-src 'self' 'nonce-${nonce}'${captchaSources.scripts}`,
      `style-src 'self' 'nonce-${nonce}'${captchaSources.styles}`,
      "img-src 'self' data: https:",
      ...(captcha ? [`frame-src${captchaSources.frames}`, `connect-src 'self'${captchaSources.calls}`] : []),
    ].join('; '),
  };
};

/** The parts of a page's policy that the page itself determines. */
export interface PagePolicy {
  readonly captcha: ThirdPartyCaptcha | null;
  /** Origins whose pages may show the page in a frame. */
  readonly ancestors: readonly string[];
}

/** A third-party captcha. The policy of the pages that show it allows its scripts and frames. */
export type ThirdPartyCaptcha = 'RECAPTCHA' | 'HCAPTCHA' | 'TURNSTILE';

const NO_CAPTCHA = { scripts: '', styles: '', frames: '', calls: '' };
const HCAPTCHA = ' https://hcaptcha.com https://*.hcaptcha.com';
const TURNSTILE = ' https://challenges.cloudflare.com';

/** The sources that the documentation of each provider tells sites to allow. */
const CAPTCHAS: Readonly<Record<ThirdPartyCaptcha, typeof NO_CAPTCHA>> = {
  RECAPTCHA: {
    ...NO_CAPTCHA,
    scripts: ' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/',
    frames: ' https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
    calls: ' https://www.google.com/recaptcha/',
  },
  HCAPTCHA: { scripts: HCAPTCHA, styles: HCAPTCHA, frames: HCAPTCHA, calls: HCAPTCHA },
  TURNSTILE: { ...NO_CAPTCHA, scripts: TURNSTILE, frames: TURNSTILE },
};

/**
 * Returns the headers of the dashboard's page.
 * @param inlineScriptHashes hashes of the scripts inside the page, as `sha256-…`
 */
export const buildDashboardHeaders = (inlineScriptHashes: readonly string[]): Record<string, string> => ({
  ...PAGE,
  'content-security-policy': [
    `${COMMON}; ${frameAncestors([])}; form-action 'self'`,
    ["script-src 'self'", ...inlineScriptHashes.map((hash) => `'${hash}'`)].join(' '),
    // The component library writes colors and positions into style elements and attributes; styles cannot run code.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
  ].join('; '),
});

/**
 * Headers of a page of the documentation, which has no inline script or style. `connect-src` is for the search index
 * and for the calls of the component gallery, which stay on this server.
 */
export const documentationPageHeaders: Record<string, string> = {
  ...PAGE,
  'cache-control': 'no-cache',
  'content-security-policy': [
    `default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; ${REPORT}`,
    "script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self'",
  ].join('; '),
};

/** In development, the policy only restricts framing, because Vite adds inline scripts and sockets to pages. */
export const buildDevelopmentHeaders = ({ ancestors }: Pick<PagePolicy, 'ancestors'>): Record<string, string> => ({
  ...PAGE,
  'content-security-policy': frameAncestors(ancestors),
});
