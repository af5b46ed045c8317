/** The vendor's two API hosts. Its SDK has no host setting, so what it sends there is sent to Portico instead. */
const VENDOR = /^https:\/\/(?:www|edge)\.wixapis\.com(?=[/?#]|$)/;

/**
 * Sends every request of the unmodified Wix SDK to a Portico server, by wrapping the global `fetch`. Call it once,
 * before the first request, in every JavaScript environment that makes some: Node, edge middleware, the browser. A
 * further call (React StrictMode, hot reload) changes nothing but the address.
 * @param {string} url origin of the server, for example http://localhost:4000
 * @returns {() => void} puts the former `fetch` back
 */
export function pointWixSdkAt(url) {
  const base = url.replace(/\/+$/, '');
  const current = /** @type {Wrapped} */ (globalThis.fetch);
  if (current.portico) {
    current.portico.base = base;
    return current.portico.restore;
  }
  const portico = {
    /** @type {string | null} null once the former `fetch` is to answer again */
    base,
    restore() {
      portico.base = null;
      // Somebody else may have wrapped `fetch` since: then theirs stays, and this one passes everything on.
      if (globalThis.fetch === wrapped) globalThis.fetch = current;
    },
  };
  /** @type {Wrapped} */
  const wrapped = (input, init) => {
    const target = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
    if (portico.base === null || !VENDOR.test(target)) return current(input, init);
    const here = target.replace(VENDOR, portico.base);
    return current(input instanceof Request ? new Request(here, input) : here, init);
  };
  wrapped.portico = portico;
  globalThis.fetch = wrapped;
  return portico.restore;
}

/** @typedef {typeof fetch & { portico?: { base: string | null, restore: () => void } }} Wrapped */
