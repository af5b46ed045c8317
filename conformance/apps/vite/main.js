/** A website like one created from Vite's React template. In development, StrictMode runs each effect twice. */
import './wix-register.mjs';
import { members } from '@wix/members';
import { createClient, OAuthStrategy } from '@wix/sdk';
import { createElement, StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

const clientId = import.meta.env.VITE_WIX_CLIENT_ID;
const stored = () => JSON.parse(localStorage.getItem('tokens') ?? 'null') ?? undefined;
const newClient = () => createClient({ modules: { members }, auth: OAuthStrategy({ clientId, tokens: stored() }) });

function Callback() {
  const [rejected, setRejected] = useState('');
  useEffect(() => {
    const client = newClient();
    const { code, state } = client.auth.parseFromUrl();
    client.auth.getMemberTokens(code, state, JSON.parse(localStorage.getItem('oauth'))).then(
      (tokens) => localStorage.setItem('tokens', JSON.stringify(tokens)),
      (error) => setRejected(String(error)),
    );
  }, []);
  return createElement('p', null, rejected ? `The second exchange was rejected: ${rejected}` : 'Signing in …');
}

function Home() {
  const [email, setEmail] = useState(null);
  useEffect(() => {
    const client = newClient();
    if (!client.auth.loggedIn()) return setEmail('nobody');
    // Renews the tokens first, which fails if the session has ended.
    client.auth.renewToken(stored().refreshToken).then(async (tokens) => {
      client.auth.setTokens(tokens);
      const { member } = await client.members.getCurrentMember({ fieldsets: ['FULL'] });
      setEmail(member.loginEmail);
    });
  }, []);
  const signIn = async () => {
    const client = newClient();
    const oauth = client.auth.generateOAuthData(`${location.origin}/callback`);
    localStorage.setItem('oauth', JSON.stringify(oauth));
    location.href = (await client.auth.getAuthUrl(oauth)).authUrl;
  };
  return createElement('main', null, [
    createElement('p', { key: 'who' }, `Signed in: ${email ?? '…'}`),
    createElement('button', { key: 'sign-in', type: 'button', onClick: signIn }, 'Sign in'),
  ]);
}

const page = location.pathname === '/callback' ? Callback : Home;
createRoot(document.getElementById('root')).render(createElement(StrictMode, null, createElement(page)));
