/** The vendor's two API hosts. Its SDK has no host setting, so requests to them are redirected to Portico. */
const VENDOR = /^https:\/\/(?:www|edge)\.wixapis\.com(?=[/?#]|$)/;

/**
 * Redirects every request of the unmodified Wix SDK to a Portico server, by wrapping the global `fetch`. Call it once,
 * before the first request, in every JavaScript environment that sends requests: Node, edge middleware, the browser.
 * Further calls (React StrictMode, hot reload) only change the address.
 * @param {string} url origin of the server, for example http://localhost:4000
 * @returns {() => void} restores the original `fetch`
 */
export function pointWixSdkAt(url) {
  const base = url.replace(/\/+$/, '');
  const currentFetch = /** @type {WrappedFetch} */ (globalThis.fetch);
  if (currentFetch.portico) {
    currentFetch.portico.base = base;
    return currentFetch.portico.restore;
  }
  const portico = {
    /** @type {string | null} null once the redirection has been undone */
    base,
    restore() {
      portico.base = null;
      // If another wrapper was installed later, it stays, and this one forwards all requests unchanged.
      if (globalThis.fetch === wrappedFetch) globalThis.fetch = currentFetch;
    },
  };
  /** @type {WrappedFetch} */
  const wrappedFetch = (input, init) => {
    const target = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
    if (portico.base === null || !VENDOR.test(target)) return currentFetch(input, init);
    const redirectedUrl = target.replace(VENDOR, portico.base);
    return currentFetch(input instanceof Request ? new Request(redirectedUrl, input) : redirectedUrl, init);
  };
  wrappedFetch.portico = portico;
  globalThis.fetch = wrappedFetch;
  return portico.restore;
}

/** @typedef {typeof fetch & { portico?: { base: string | null, restore: () => void } }} WrappedFetch */
