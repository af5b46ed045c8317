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
export const sitePageHeaders = (nonce: string): Record<string, string> => ({
  ...PAGE,
  'content-security-policy': `${COMMON}; script-src 'self' 'nonce-${nonce}'; style-src 'self'; img-src 'self' data: https:`,
});

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
