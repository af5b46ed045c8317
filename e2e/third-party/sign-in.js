/** A third-party website that signs members in with the SDK. The test calls the client in the page. */
import {
  completeSignIn,
  createClient,
  localTokenStorage,
  memberAuth,
  signInWithPopup,
  signInWithRedirect,
} from '@portico/sdk';
import { browserCookieStorage } from '@portico/sdk/cookies';

const { url, clientId } = document.body.dataset;
const storage = location.search === '?cookies' ? browserCookieStorage() : localTokenStorage();
globalThis.client = createClient({ url, auth: memberAuth({ clientId, storage }) });

const button = document.createElement('button');
button.textContent = 'Sign in';
button.onclick = () => {
  globalThis.signedIn = signInWithPopup(globalThis.client.auth, { timeoutMs: 60_000 }).then(
    () => 'signed in',
    (error) => error.code,
  );
};

const leave = document.createElement('button');
leave.textContent = 'Leave';
leave.onclick = () => signInWithRedirect(globalThis.client.auth, { redirectUri: `${location.origin}/callback` });

if (location.pathname === '/callback') await completeSignIn(globalThis.client.auth);
document.body.append(button, leave);
