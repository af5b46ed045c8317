import { createClient, memberAuth, memoryStorage, type Tokens } from '@portico/sdk';
import { member, roles, sessions, settings } from './demo-data.ts';

/**
 * Responses by the path of the call. A function receives the request body. A call with the response `undefined` never
 * completes.
 */
export type Responses = Readonly<Record<string, object | undefined>>;

interface DemoOptions {
  readonly isMember?: boolean;
  readonly responses?: Responses;
}

const TOKENS = { access_token: 'demo', refresh_token: 'demo', expires_in: 86_400, token_type: 'Bearer' };
const MEMBER_TOKENS: Tokens = {
  accessToken: { value: 'demo', expiresAt: Number.MAX_SAFE_INTEGER },
  refreshToken: { value: 'demo', role: 'member' },
};

/** The responses that all examples share. */
const COMMON_RESPONSES: Responses = {
  '/oauth2/token': TOKENS,
  '/v1/members/my': { member },
  '/portico/v1/sign-in-settings': settings,
  '/portico/v1/my/sessions': { sessions },
  [`/v1/roles/members/${member.id}`]: { roles },
};

/** Creates a client with fixed responses, so that the gallery shows states without a site. */
export function demoClient({ isMember = false, responses = {} }: DemoOptions) {
  const fetcher: typeof fetch = async (input) => {
    const { pathname } = new URL(String(input));
    const all = { ...COMMON_RESPONSES, ...responses };
    if (pathname in all) return all[pathname] ? Response.json(all[pathname]) : new Promise<Response>(() => undefined);
    const message = `The gallery has no response for ${pathname}.`;
    // The error of the server for an item that does not exist.
    const applicationError = { code: 'WDE0073', description: message, data: {} };
    return Response.json({ message, details: { applicationError } }, { status: 404 });
  };
  const storage = memoryStorage(isMember ? MEMBER_TOKENS : null);
  return createClient({
    url: 'https://demo.portico.example',
    fetch: fetcher,
    retries: 0,
    auth: memberAuth({ clientId: 'gallery', storage }),
  });
}
