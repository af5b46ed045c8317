import { createClient, localTokenStorage, memberAuth } from '@portico/sdk';

export const client = createClient({
  url: process.env.NEXT_PUBLIC_PORTICO_URL ?? '',
  auth: memberAuth({
    clientId: process.env.NEXT_PUBLIC_PORTICO_CLIENT_ID ?? '',
    storage: localTokenStorage(),
  }),
});
