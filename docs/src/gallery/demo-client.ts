import { createClient, memberAuth, memoryStorage, type Tokens } from '@portico/sdk';
import { member, roles, sessions, settings } from './demo-data.ts';

/** An error response of the demo server. */
export class Rejection {
  readonly status: number;
  readonly body: object;

  constructor(status: number, code: string, data: object = {}, message = 'This failure is part of the gallery.') {
    this.status = status;
    this.body = { message, details: { applicationError: { code, description: message, data } } };
  }
}

/** The body of a response, or an error. A call with the reply `undefined` never completes. */
type Reply = object | Rejection | undefined;

/** Replies by the path of the call. A list has one reply for each call, and its last one for all further calls. */
export type Responses = Readonly<Record<string, Reply | readonly Reply[]>>;

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
  '/v4/standalone-forms/site-properties': { siteProperties: { localeCountry: 'DE', paymentCurrency: 'EUR' } },
  [`/v1/roles/members/${member.id}`]: { roles },
};

/** Creates a client with fixed responses, so that the gallery shows states without a site. */
export function demoClient({ isMember = false, responses = {} }: DemoOptions) {
  const all = { ...COMMON_RESPONSES, ...responses };
  const calls = new Map<string, number>();
  const fetcher: typeof fetch = async (input) => {
    const { pathname } = new URL(String(input));
    const call = calls.get(pathname) ?? 0;
    calls.set(pathname, call + 1);
    const reply = replyOf(all, pathname, call);
    if (!reply) return new Promise<Response>(() => undefined);
    return reply instanceof Rejection ? Response.json(reply.body, { status: reply.status }) : Response.json(reply);
  };
  const storage = memoryStorage(isMember ? MEMBER_TOKENS : null);
  return createClient({
    url: 'https://demo.portico.example',
    fetch: fetcher,
    retries: 0,
    auth(transport) {
      const auth = memberAuth({ clientId: 'gallery', storage })(transport);
      return {
        ...auth,
        // A hidden frame of the server would return the tokens, but the gallery has no server.
        async getMemberTokensForDirectLogin(sessionToken) {
          const data = auth.generateOAuthData('');
          await auth.getAuthUrl(data, { prompt: 'none', responseMode: 'web_message', sessionToken });
          return MEMBER_TOKENS;
        },
      };
    },
  });
}

function replyOf(responses: Responses, pathname: string, call: number): Reply {
  // The error of the server for an item that does not exist.
  if (!(pathname in responses))
    return new Rejection(404, 'WDE0073', {}, `The gallery has no response for ${pathname}.`);
  const reply = responses[pathname];
  return Array.isArray(reply) ? reply[Math.min(call, reply.length - 1)] : reply;
}
