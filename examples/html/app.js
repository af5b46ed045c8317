import {
  completeSignIn,
  createClient,
  fieldErrorsOf,
  localTokenStorage,
  memberAuth,
  signInWithRedirect,
} from 'http://localhost:4000/packages/sdk.js';

const client = createClient({
  url: 'http://localhost:4000',
  auth: memberAuth({ clientId: 'YOUR-CLIENT-ID', storage: localTokenStorage() }),
});
const formId = 'YOUR-FORM-ID';
const redirectUri = location.origin + location.pathname;
const element = (id) => document.getElementById(id);

// The hosted sign-in page returns here with a code in the fragment of the address.
if (new URLSearchParams(location.hash.slice(1)).has('state')) {
  await completeSignIn(client.auth).catch((error) => alert(`You are not signed in: ${error.message}`));
  history.replaceState(null, '', redirectUri);
}

const member = (await client.auth.isLoggedIn()) ? await client.members.getCurrentMember() : null;
element('member').textContent = member ? `Signed in as ${member.loginEmail}` : 'You are not signed in.';
element('sign-in').hidden = member !== null;
element('sign-out').hidden = member === null;
element('sign-in').addEventListener('click', () => {
  signInWithRedirect(client.auth, { redirectUri }).catch((error) => alert(`You cannot sign in: ${error.message}`));
});
element('sign-out').addEventListener('click', async () => {
  const { logoutUrl } = await client.auth.logout(redirectUri);
  location.assign(logoutUrl);
});

const { items: books } = await client.items.query('Books').ascending('title').limit(5).find();
element('books').append(
  ...books.map(({ title, author }) => {
    const entry = document.createElement('li');
    entry.textContent = `${title} by ${author}`;
    return entry;
  }),
);

element('contact').addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = event.target;
  for (const field of form.querySelectorAll('[name]')) field.removeAttribute('aria-invalid');
  try {
    await client.forms.submit(formId, Object.fromEntries(new FormData(form)));
    form.reset();
    element('result').textContent = 'Thank you. Your message was sent.';
  } catch (error) {
    const errors = fieldErrorsOf(error);
    for (const { errorPath } of errors) form.elements.namedItem(errorPath)?.setAttribute('aria-invalid', 'true');
    element('result').textContent = errors.length > 0 ? 'Please correct the marked fields.' : error.message;
  }
});
