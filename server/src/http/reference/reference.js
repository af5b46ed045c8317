/*
 * Served as /docs/api/reference.js, and part of the script of the documentation (docs/src/client). Adds to the pages:
 * results while typing, `/` for the search field, copy buttons.
 */
(() => {
  const field = /** @type {HTMLInputElement} */ (document.getElementById('search'));
  const results = /** @type {HTMLElement} */ (document.getElementById('results'));

  // Redirects URLs of the former single-page reference: /docs/api#data.items.query
  const [slice, noun, verb] = location.hash.slice(1).split('.');
  if (location.pathname === '/docs/api' && verb) location.replace(`/docs/api/${slice}/${noun}${location.hash}`);

  // The documentation searches an index of its own, so its field names no address.
  const address = field.dataset.results;
  /** @type {AbortController | undefined} */
  let search;
  if (address) field.addEventListener('input', () => showResults(address));

  /** @param {string} address */
  async function showResults(address) {
    search?.abort();
    const query = field.value.trim();
    if (query === '') {
      results.hidden = true;
      return;
    }
    search = new AbortController();
    try {
      const response = await fetch(`${address}?q=${encodeURIComponent(query)}`, { signal: search.signal });
      if (!response.ok) return;
      results.innerHTML = await response.text();
      results.hidden = false;
    } catch {
      // A newer search aborted this one, or the server does not respond. Enter still opens the search page.
    }
  }

  /** The search field and the results below it, in the order of the arrow keys. */
  const stops = () => (results.hidden ? [field] : [field, ...results.querySelectorAll('a')]);

  document.addEventListener('keydown', (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key === '/' && !target.matches('input, textarea') && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      field.focus();
      field.select();
      return;
    }
    const position = stops().indexOf(/** @type {HTMLAnchorElement} */ (target));
    if (position === -1) return;
    if (event.key === 'Escape') {
      results.hidden = true;
      field.focus();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      stops()
        .at(position + (event.key === 'ArrowDown' ? 1 : -1))
        ?.focus();
    }
  });
  document.addEventListener('click', (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.closest('a') || !target.closest('search')) results.hidden = true;
    if (target.closest('#menu a')) document.getElementById('menu')?.hidePopover();
  });

  for (const block of document.querySelectorAll('pre[data-copy]')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await copy(block);
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 2_000);
    });
    block.previousElementSibling?.append(button);
  }

  /** @param {Element} block */
  async function copy(block) {
    // Browsers offer the clipboard only over HTTPS and on localhost.
    if (navigator.clipboard) return navigator.clipboard.writeText(block.textContent ?? '');
    getSelection()?.selectAllChildren(block);
    document.execCommand('copy');
  }

  // Adds a form that makes the call of an endpoint. Calls without a body sample, such as uploads, have no form.
  const CLIENT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
  let credentials = '';
  for (const section of document.querySelectorAll('section.endpoint[id]')) {
    const curl = section.querySelector('pre[data-copy]')?.textContent ?? '';
    if (curl === '' || /--cookie|--data-binary/.test(curl)) continue;
    const trial = document.createElement('details');
    trial.className = 'trial';
    trial.innerHTML = '<summary>Try it</summary>';
    trial.addEventListener('toggle', () => trial.append(trialForm(section, curl)), { once: true });
    section.querySelector('.samples')?.append(trial);
  }

  /**
   * @param {Element} section
   * @param {string} curl the sample, whose address and body the form starts with
   */
  function trialForm(section, curl) {
    const quoted = "'(?:[^']|'\\\\'')*'";
    const address = unquoted(new RegExp(`^curl (?:-X \\w+ )?(${quoted}|\\S+)`).exec(curl)?.[1] ?? '');
    const body = new RegExp(` -d (${quoted})`).exec(curl)?.[1];
    const method = section.querySelector('.route .method')?.textContent ?? 'GET';
    const form = document.createElement('form');
    form.innerHTML = `<label>Address <input name="address" required spellcheck="false"></label>
<label>Access token, API key, or client id of an app <input name="credentials" autocomplete="off" spellcheck="false"></label>
${body ? '<label>Body <textarea name="body" rows="8" spellcheck="false"></textarea></label>' : ''}
<button>Send ${method}</button><pre tabindex="0" aria-live="polite" hidden></pre>`;
    const input = (/** @type {string} */ name) =>
      /** @type {HTMLInputElement | HTMLTextAreaElement} */ (form.elements.namedItem(name));
    input('address').value = address.replace(/^https?:\/\/[^/]+/, '');
    input('credentials').value = credentials;
    if (body) input('body').value = unquoted(body);
    const output = /** @type {HTMLElement} */ (form.querySelector('pre'));
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      output.hidden = false;
      output.textContent = '…';
      credentials = input('credentials').value.trim();
      try {
        output.textContent = await send(method, input('address').value, body ? input('body').value : undefined);
      } catch (error) {
        output.textContent = String(error);
      }
    });
    return form;
  }

  /** Removes the quotes of a POSIX shell. */
  function unquoted(/** @type {string} */ text) {
    return text.startsWith("'") ? text.slice(1, -1).replaceAll("'\\''", "'") : text;
  }

  /**
   * Makes a call and returns status and body as text. Threats: an address of another server would get the token, so only
   * the path counts; cookies of the dashboard would act for its user, so none are sent.
   * @param {string} method
   * @param {string} address
   * @param {string | undefined} body
   */
  async function send(method, address, body) {
    const { pathname, search } = new URL(address, location.origin);
    const response = await fetch(pathname + search, {
      method,
      credentials: 'omit',
      headers: {
        ...(credentials ? { authorization: await tokenOf(credentials) } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const requestId = response.headers.get('x-wix-request-id');
    return `${response.status} ${requestId ? `(request ${requestId})` : ''}\n\n${formatted(text)}`;
  }

  /** Returns a visitor token for a client id, and other credentials as they are. */
  async function tokenOf(/** @type {string} */ text) {
    if (!CLIENT_ID.test(text)) return text;
    const response = await fetch('/oauth2/token', {
      method: 'POST',
      credentials: 'omit',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientId: text, grantType: 'anonymous' }),
    });
    const { access_token: token, error_description: reason } = await response.json();
    if (!token) throw new Error(reason ?? 'There is no app with this client id.');
    return token;
  }

  function formatted(/** @type {string} */ text) {
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
  }

  // Marks the endpoint that is being read in the navigation.
  const links = new Map(
    [...document.querySelectorAll('#menu a[href^="#"]')].map((link) => [link.getAttribute('href')?.slice(1), link]),
  );
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) links.get(target.id)?.setAttribute('aria-current', 'true');
        else links.get(target.id)?.removeAttribute('aria-current');
      }
    },
    { rootMargin: '-20% 0px -75% 0px' },
  );
  for (const section of document.querySelectorAll('section.endpoint[id]')) observer.observe(section);
})();
