import { expect } from 'vitest';
import type { Recipe } from './recipe.ts';

const oAuthApp = {
  name: 'My Storefront',
  loginUrl: 'https://example.com/login',
  allowedRedirectUris: ['https://example.com/callback'],
  allowedRedirectDomains: ['example.com'],
};
const uris = ['https://example.com/callback', 'https://example.com/auth'];
const tokens = { access_token: expect.any(String), refresh_token: expect.any(String), expires_in: 14_400 };

export const manageOAuthApps: Recipe = {
  file: 'wix-manage/references/sites/manage-oauth-apps.md',
  calls: [
    {
      title: 'create an OAuth app',
      method: 'POST',
      path: '/oauth-app/v1/oauth-apps',
      body: { oAuthApp },
      response: { oAuthApp },
      save: ({ oAuthApp }, saved) => {
        saved.made = oAuthApp.id;
      },
    },
    {
      title: 'get it',
      method: 'GET',
      path: ({ made }) => `/oauth-app/v1/oauth-apps/${made}`,
      response: { oAuthApp },
    },
    {
      title: 'query all apps of the site',
      method: 'POST',
      path: '/oauth-app/v1/oauth-apps/query',
      body: { query: {} },
      response: ({ made }) => ({ oAuthApps: expect.arrayContaining([expect.objectContaining({ id: made })]) }),
    },
    {
      title: 'update with mask.paths',
      method: 'PATCH',
      path: ({ made }) => `/oauth-app/v1/oauth-apps/${made}`,
      body: { oAuthApp: { allowedRedirectUris: uris }, mask: { paths: ['allowedRedirectUris'] } },
      response: { oAuthApp: { ...oAuthApp, allowedRedirectUris: uris } },
    },
    {
      title: 'update without a mask',
      method: 'PATCH',
      path: ({ made }) => `/oauth-app/v1/oauth-apps/${made}`,
      body: { oAuthApp: { name: 'Renamed' } },
      response: { oAuthApp: { name: 'Renamed' } },
      differs: 'The recipe says that the call silently updates nothing. Portico changes the fields in the request.',
    },
    {
      title: 'mint a visitor token',
      as: 'unauthenticated',
      method: 'POST',
      path: '/oauth2/token',
      body: ({ made }) => ({ clientId: made, grantType: 'anonymous' }),
      response: tokens,
      save: ({ refresh_token }, saved) => {
        saved.refreshToken = refresh_token;
      },
    },
    {
      title: 'refresh it, which keeps the visitor',
      as: 'unauthenticated',
      method: 'POST',
      path: '/oauth2/token',
      body: ({ made, refreshToken }) => ({ clientId: made, grantType: 'refresh_token', refreshToken }),
      response: tokens,
    },
  ],
};
