/** The vendor's two API hosts. Its SDK has no host setting, so what it sends there is sent to Portico instead. */
const VENDOR = /^https:\/\/(?:www|edge)\.wixapis\.com(?=[/?#]|$)/;

/**
 * Sends every request of the unmodified Wix SDK to a Portico server, by wrapping the global `fetch`. Call it once,
 * before the first request; `node --import @portico/sdk/wix/register` does it from PORTICO_URL.
 * @param {string} url origin of the server, for example http://localhost:4000
 * @returns {() => void} puts the former `fetch` back
 */
export function pointWixSdkAt(url) {
  const base = url.replace(/\/+$/, '');
  const original = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const target = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
    if (!VENDOR.test(target)) return original(input, init);
    const here = target.replace(VENDOR, base);
    return original(input instanceof Request ? new Request(here, input) : here, init);
  };
  return () => {
    globalThis.fetch = original;
  };
}
