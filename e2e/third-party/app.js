/** A website that uses the vendor's SDK and has no reference to Portico: `/wix.js` redirects the SDK's calls. */
import { items } from '@wix/data';
import { members } from '@wix/members';
import { createClient, OAuthStrategy } from '@wix/sdk';

const { clientId } = document.body.dataset;
const callback = `${window.location.origin}/callback`;
const savedTokens = JSON.parse(localStorage.getItem('tokens') ?? 'null');
const client = createClient({
  modules: { items, members },
  auth: OAuthStrategy({ clientId, ...(savedTokens ? { tokens: savedTokens } : {}) }),
});
// Exposes the client to the tests.
Object.assign(globalThis, { client });

const element = (id) => document.getElementById(id);
const showStatus = (text) => {
  element('status').textContent = text;
};

async function showMember() {
  if (!client.auth.loggedIn()) return showStatus('Nobody is signed in.');
  const { member } = await client.members.getCurrentMember({ fieldsets: ['FULL'] });
  return showStatus(`Signed in: ${member.loginEmail}`);
}

function saveTokens(tokens) {
  client.auth.setTokens(tokens);
  localStorage.setItem('tokens', JSON.stringify(tokens));
  return showMember();
}

async function redirectToSignIn(options) {
  const oauth = client.auth.generateOAuthData(callback, window.location.href);
  localStorage.setItem('oauth', JSON.stringify({ ...oauth, ...options }));
  const { authUrl } = await client.auth.getAuthUrl(oauth, options);
  window.location.assign(authUrl);
}

const actions = {
  async list() {
    const { items: books } = await client.items.query('Books').ascending('title').limit(3).find();
    element('books').replaceChildren(
      ...books.map((book) => Object.assign(document.createElement('li'), { textContent: book.title })),
    );
  },
  async write() {
    await client.items.insert('Books', { title: 'Mine' });
  },
  redirect: () => redirectToSignIn({}),
  query: () => redirectToSignIn({ responseMode: 'query' }),
  silent: () => redirectToSignIn({ prompt: 'none' }),
  async forgot() {
    await client.auth.sendPasswordResetEmail(element('email').value, callback);
    showStatus('Look into your mailbox.');
  },
  async direct() {
    const { loginState, data, errorCode } = await client.auth.login({
      email: element('email').value,
      password: element('password').value,
    });
    if (loginState !== 'SUCCESS') return showStatus(`Rejected: ${errorCode}`);
    return saveTokens(await client.auth.getMemberTokensForDirectLogin(data.sessionToken));
  },
  async leave() {
    const { logoutUrl } = await client.auth.logout(`${window.location.origin}/`);
    localStorage.removeItem('tokens');
    window.location.assign(logoutUrl);
  },
};
for (const [id, action] of Object.entries(actions)) {
  element(id).addEventListener('click', () => action().catch((error) => showStatus(`Failed: ${error.message}`)));
}

async function handlePageLoad() {
  if (window.location.pathname !== '/callback') return showMember();
  const oauth = JSON.parse(localStorage.getItem('oauth') ?? '{}');
  const { code, state, error } = client.auth.parseFromUrl(undefined, oauth.responseMode);
  history.replaceState(null, '', '/');
  if (error) return showStatus(`Rejected: ${error}`);
  // The return after a password reset has no code.
  return code ? saveTokens(await client.auth.getMemberTokens(code, state, oauth)) : showStatus('Welcome back.');
}

handlePageLoad().catch((error) => showStatus(`Failed: ${error.message}`));
