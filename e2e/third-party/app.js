/** A website written for the vendor's SDK. Nothing in it knows Portico: the page's first script sends its calls there. */
import { items } from '@wix/data';
import { members } from '@wix/members';
import { createClient, OAuthStrategy } from '@wix/sdk';

const { clientId } = document.body.dataset;
const callback = `${window.location.origin}/callback`;
const kept = JSON.parse(localStorage.getItem('tokens') ?? 'null');
const client = createClient({
  modules: { items, members },
  auth: OAuthStrategy({ clientId, ...(kept ? { tokens: kept } : {}) }),
});
// As developers do who try things out on the console.
Object.assign(globalThis, { client });

const part = (id) => document.getElementById(id);
const say = (text) => {
  part('said').textContent = text;
};

async function showMember() {
  if (!client.auth.loggedIn()) return say('Nobody is signed in.');
  const { member } = await client.members.getCurrentMember({ fieldsets: ['FULL'] });
  return say(`Signed in: ${member.loginEmail}`);
}

function keep(tokens) {
  client.auth.setTokens(tokens);
  localStorage.setItem('tokens', JSON.stringify(tokens));
  return showMember();
}

async function goAndSignIn(options) {
  const oauth = client.auth.generateOAuthData(callback, window.location.href);
  localStorage.setItem('oauth', JSON.stringify({ ...oauth, ...options }));
  const { authUrl } = await client.auth.getAuthUrl(oauth, options);
  window.location.assign(authUrl);
}

const actions = {
  async list() {
    const { items: books } = await client.items.query('Books').ascending('title').limit(3).find();
    part('books').replaceChildren(
      ...books.map((book) => Object.assign(document.createElement('li'), { textContent: book.title })),
    );
  },
  async write() {
    await client.items.insert('Books', { title: 'Mine' });
  },
  redirect: () => goAndSignIn({}),
  query: () => goAndSignIn({ responseMode: 'query' }),
  silent: () => goAndSignIn({ prompt: 'none' }),
  async forgot() {
    await client.auth.sendPasswordResetEmail(part('email').value, callback);
    say('Look into your mailbox.');
  },
  async direct() {
    const { loginState, data, errorCode } = await client.auth.login({
      email: part('email').value,
      password: part('password').value,
    });
    if (loginState !== 'SUCCESS') return say(`Refused: ${errorCode}`);
    return keep(await client.auth.getMemberTokensForDirectLogin(data.sessionToken));
  },
  async leave() {
    const { logoutUrl } = await client.auth.logout(`${window.location.origin}/`);
    localStorage.removeItem('tokens');
    window.location.assign(logoutUrl);
  },
};
for (const [id, act] of Object.entries(actions)) {
  part(id).addEventListener('click', () => act().catch((error) => say(`Failed: ${error.message}`)));
}

async function arrive() {
  if (window.location.pathname !== '/callback') return showMember();
  const oauth = JSON.parse(localStorage.getItem('oauth') ?? '{}');
  const { code, state, error } = client.auth.parseFromUrl(undefined, oauth.responseMode);
  history.replaceState(null, '', '/');
  if (error) return say(`Refused: ${error}`);
  // Somebody who has set a new password comes without one.
  return code ? keep(await client.auth.getMemberTokens(code, state, oauth)) : say('Welcome back.');
}

arrive().catch((error) => say(`Failed: ${error.message}`));
