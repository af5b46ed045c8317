/**
 * The variables that code blocks use without declaring them (`continues`). This file is copied to the folder of a
 * website, and runs in Node and in browsers.
 */
import { apiKeyAuth, createClient, memberAuth } from '@portico/sdk';
import { createFullClient } from '@portico/sdk/admin';

/** The ids of a test site, and the credentials of one of its members. */
export interface Values {
  readonly url: string;
  readonly siteId: string;
  readonly clientId: string;
  readonly formId: string;
  readonly email: string;
  readonly password: string;
}

const REDIRECT_URI = 'http://localhost:3000/callback';

/** Returns the variables of a page: `client` acts for a visitor. */
export async function variablesOfPage(values: Values) {
  const client = createClient({ url: values.url, auth: memberAuth({ clientId: values.clientId }) });
  const form = await client.forms.getForm(values.formId);
  return { ...values, client, form, input: document.querySelector('input[type=email]') };
}

/** Returns the variables of a program: `client` acts for a member, `server` with the API key of PORTICO_KEY. */
export async function variablesOfProgram(values: Values) {
  const { url, siteId, formId, email, password } = values;
  const client = createClient({ url, auth: memberAuth({ clientId: values.clientId }) });
  const result = await client.auth.login({ email, password });
  if (result.loginState !== 'SUCCESS') throw new Error(`The member cannot sign in: ${result.loginState}.`);
  const options = { redirectUri: REDIRECT_URI };
  await client.auth.setTokens(await client.auth.getMemberTokensForDirectLogin(result.data.sessionToken, options));
  const server = createFullClient({ url, auth: apiKeyAuth(String(process.env.PORTICO_KEY), siteId) });
  const submission = await client.forms.submit(formId, { email: 'jane@example.com' });
  const file = new File(['Notes about the order'], 'notes.txt', { type: 'text/plain' });
  return { ...values, client, server, file, ids: [submission.id], signal: new AbortController().signal };
}
