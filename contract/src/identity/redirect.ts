/** Redirect sessions, and the pages to which they redirect the browser (identity contract sections 3 and 4). */
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';

const text = Type.Optional(Type.String({ maxLength: 2048 }));
const FreeObject = Type.Optional(Type.Record(Type.String(), Type.Unknown()));

const AuthRequest = Type.Object({
  clientId: text,
  redirectUri: text,
  codeChallenge: text,
  codeChallengeMethod: text,
  responseMode: text,
  responseType: text,
  scope: text,
  state: text,
  sessionToken: text,
  nonce: text,
  idp: Type.Optional(Type.Unknown()),
});

const RedirectSessionRequest = Type.Object({
  auth: Type.Optional(Type.Object({ authRequest: AuthRequest, prompt: text })),
  logout: Type.Optional(Type.Object({ clientId: text })),
  login: FreeObject,
  ecomCheckout: FreeObject,
  eventsCheckout: FreeObject,
  paidPlansCheckout: FreeObject,
  bookingsCheckout: FreeObject,
  bookingsBook: FreeObject,
  storesProduct: FreeObject,
  ecomOrderPaymentRequest: FreeObject,
  memberAccountPage: FreeObject,
  callbacks: Type.Optional(
    Type.Object({
      postFlowUrl: text,
      loginUrl: text,
      thankYouPageUrl: text,
      planListUrl: text,
      plansListUrl: text,
      bookingsServiceListUrl: text,
      cartPageUrl: text,
      state: text,
    }),
  ),
  preferences: Type.Optional(
    Type.Object({
      /** `lang` selects the language of the hosted pages. */
      additionalQueryParameters: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    }),
  ),
  origin: text,
});

/** The authorize request. Parameters may be in camelCase, as live pages send them, or in the snake_case of RFC 6749. */
const AuthorizeQuery = Type.Object({
  clientId: text,
  client_id: text,
  responseType: text,
  response_type: text,
  responseMode: text,
  response_mode: text,
  redirectUri: text,
  redirect_uri: text,
  scope: text,
  state: text,
  codeChallenge: text,
  code_challenge: text,
  codeChallengeMethod: text,
  code_challenge_method: text,
  prompt: text,
  sessionToken: text,
  session_token: text,
  idp: text,
  nonce: text,
  /** Language of the hosted pages (BCP 47). */
  lang: text,
});

export const redirectEndpoints = {
  createRedirectSession: endpoint({
    id: 'identity.redirects.create',
    slice: 'identity',
    access: 'token',
    method: 'POST',
    path: '/v1/redirect-session',
    summary: 'Create a redirect URL for signing in, signing out or warming up a session',
    body: RedirectSessionRequest,
    response: Type.Object({
      redirectSession: Type.Object({
        id: Type.String(),
        fullUrl: Type.String(),
        urlDetails: Type.Object({
          endpoint: Type.String(),
          searchParams: Type.Record(Type.String(), Type.String()),
        }),
        sessionToken: Type.Optional(Type.String()),
        shortUrl: Type.String(),
      }),
    }),
    errors: ['UNSUPPORTED_INTENT', 'UNSUPPORTED_IDP', 'INVALID_CLIENT', 'INVALID_REDIRECT_URI'],
  }),
  authorize: endpoint({
    id: 'identity.oauth.authorize',
    slice: 'identity',
    access: 'open',
    method: 'GET',
    path: '/oauth2/authorize',
    summary: 'Authorize with PKCE, by redirect or by a message to the embedding page (RFC 6749 section 4.1, RFC 7636)',
    shape: 'page',
    query: AuthorizeQuery,
    errors: ['invalid_request', 'INVALID_CLIENT', 'INVALID_REDIRECT_URI', 'UNSUPPORTED_IDP'],
  }),
  logout: endpoint({
    id: 'identity.authentication.logout',
    slice: 'identity',
    access: 'open',
    method: 'GET',
    path: '/v1/logout',
    summary: 'End the session of the browser and the member, then redirect to an allowed address',
    shape: 'page',
    query: Type.Object({
      postLogoutRedirectUri: text,
      clientId: text,
      session: Type.Optional(Type.String({ maxLength: 4096 })),
    }),
    errors: ['INVALID_CLIENT', 'INVALID_REDIRECT_URI'],
  }),
  preWarm: endpoint({
    id: 'identity.redirects.preWarm',
    slice: 'identity',
    access: 'open',
    method: 'GET',
    path: '/portico/v1/pre-warm',
    summary: 'Serve an empty page for the hidden frame that warms up a session',
    shape: 'page',
    query: Type.Object({ clientId: text }),
    errors: ['INVALID_CLIENT'],
  }),
};
