/** A third-party website that signs members in with the SDK. The test calls the client in the page. */
import { createClient, localTokenStorage, memberAuth, signInWithPopup } from '@portico/sdk';

const { url, clientId } = document.body.dataset;
globalThis.client = createClient({ url, auth: memberAuth({ clientId, storage: localTokenStorage() }) });

const button = document.createElement('button');
button.textContent = 'Sign in';
button.onclick = () => {
  globalThis.signedIn = signInWithPopup(globalThis.client.auth, { timeoutMs: 60_000 }).then(
    () => 'signed in',
    (error) => error.code,
  );
};
document.body.append(button);
