import { createClient, localTokenStorage, memberAuth } from '@portico/sdk';

export const client = createClient({
  url: import.meta.env.VITE_PORTICO_URL,
  auth: memberAuth({
    clientId: import.meta.env.VITE_PORTICO_CLIENT_ID,
    storage: localTokenStorage(),
  }),
});
