/* Served as /wix.js. Include it before the app's own modules: <script src="https://your-portico/wix.js"></script> */
(() => {
  const base = new URL(/** @type {HTMLScriptElement} */ (document.currentScript).src).origin;
  const vendor = /^https:\/\/(?:www|edge)\.wixapis\.com(?=[/?#]|$)/;
  const originalFetch = window.fetch;
  window.fetch = (input, init) => {
    const target = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
    if (!vendor.test(target)) return originalFetch.call(window, input, init);
    const redirectedUrl = target.replace(vendor, base);
    return originalFetch.call(
      window,
      input instanceof Request ? new Request(redirectedUrl, input) : redirectedUrl,
      init,
    );
  };
})();
