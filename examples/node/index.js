import { apiKeyAuth, createClient, fieldErrorsOf, memberAuth } from '@portico/sdk';
import { createFullClient } from '@portico/sdk/admin';

const { PORTICO_URL: url, PORTICO_CLIENT_ID: clientId, PORTICO_FORM_ID: formId } = process.env;
const { PORTICO_SITE_ID: siteId, PORTICO_KEY: key } = process.env;

// A visitor reads a collection.
const client = createClient({ url, auth: memberAuth({ clientId }) });
const { items: books } = await client.items.query('Books').lt('year', 1850).ascending('year').find();
for (const { title, year } of books) console.log(`${year}  ${title}`);

// A visitor sends a form. The server checks the values and names every error.
const message = { first_name: 'Ada', last_name: 'Lovelace', message: 'Is Frankenstein in?' };
try {
  await client.forms.submit(formId, { ...message, email: 'not an address' });
} catch (error) {
  for (const { errorPath, errorType } of fieldErrorsOf(error)) console.log(`${errorPath}: ${errorType}`);
}
const submission = await client.forms.submit(formId, { ...message, email: 'ada@example.com' });
console.log(`Sent as ${submission.id}`);

// A visitor becomes a member.
const email = `ada.${Date.now()}@example.com`;
const { loginState } = await client.auth.register({ email, password: 'correct horse battery staple' });
console.log(`Registered ${email}: ${loginState}`);

// A server acts for the owner with an API key. Never put the key into a browser.
const server = createFullClient({ url, auth: apiKeyAuth(key, siteId) });
const { metadata } = await server.call('identity.members.list');
console.log(`The site has ${metadata.total} members.`);
const { submission: stored } = await server.call('forms.submissions.get', {
  query: { submissionId: submission.id },
});
console.log(`The inbox has a message from ${stored.submissions.email}.`);
