// Sets the colour scheme before the first paint. A file of its own and no inline script, so that the content
// security policy needs no exception. The key and the attribute are Mantine's.
(() => {
  let kept = null;
  try {
    kept = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // storage is closed to us: follow the system
  }
  const dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
