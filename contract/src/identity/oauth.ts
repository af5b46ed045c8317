/** The calls to issue, introspect and revoke tokens (identity contract section 2; RFC 6749, 7009, 7662, 7636). */
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Empty } from '../shared.ts';

const text = Type.Optional(Type.String({ maxLength: 4096 }));

/**
 * A complete HTTP request or response in JSON, encoded in Base64. The vendor's `oauth` module sends and reads calls in
 * this form.
 */
const wrappedRequest = Type.Optional(Type.String({ maxLength: 65_536 }));
const WrappedResponse = Type.Object({
  statusCode: Type.Integer(),
  body: Type.String(),
  headers: Type.Array(Type.Object({ key: Type.String(), value: Type.String() })),
});

/**
 * Every parameter exists in camelCase and in snake_case, because the vendor's SDK uses either, depending on the
 * grant.
 */
const TokenRequest = Type.Object(
  {
    grantType: text,
    grant_type: text,
    clientId: text,
    client_id: text,
    clientSecret: text,
    client_secret: text,
    refreshToken: text,
    refresh_token: text,
    redirectUri: text,
    redirect_uri: text,
    code: text,
    codeVerifier: text,
    code_verifier: text,
    scope: text,
    memberId: text,
    member_id: text,
    sessionToken: text,
    session_token: text,
    instanceId: text,
    instance_id: text,
    body: wrappedRequest,
  },
  {
    title: 'TokenRequest',
    description: 'A token request (RFC 6749). Every parameter may be written in camelCase or in snake_case.',
    examples: [{ grantType: 'anonymous', clientId: '7f3d1c9a-52e4-4b0e-9a66-2f1f5d0c8e11' }],
  },
);

export const oauthEndpoints = {
  issueToken: endpoint({
    id: 'identity.oauth.token',
    slice: 'identity',
    access: 'open',
    method: 'POST',
    path: '/oauth2/token',
    // The vendor's former path is `/oauth/access`. http/prefixes.ts replaces its prefix `/oauth` with `/oauth2`.
    also: [['POST', '/oauth2/access']],
    summary:
      'Issue access and refresh tokens for a grant: anonymous, refresh_token, authorization_code, authorized_client, client_credentials',
    shape: 'oauth',
    form: true,
    body: TokenRequest,
    response: Type.Union([
      Type.Object({
        access_token: Type.String(),
        token_type: Type.Literal('Bearer'),
        /** Lifetime in seconds. */
        expires_in: Type.Integer(),
        /** If it differs from the refresh token of the request, the client must store this one instead. */
        refresh_token: Type.Optional(Type.String()),
        /**
         * The ID token (OpenID Connect Core, section 2), for the scope `openid`. The keys of /oauth2/jwks verify it.
         */
        id_token: Type.Optional(Type.String()),
      }),
      WrappedResponse,
    ]),
    errors: [
      'invalid_request',
      'invalid_client',
      'invalid_grant',
      'unauthorized_client',
      'unsupported_grant_type',
      'invalid_scope',
    ],
  }),
  tokenInfo: endpoint({
    id: 'identity.oauth.tokenInfo',
    slice: 'identity',
    access: 'open',
    method: 'POST',
    path: '/oauth2/token-info',
    also: [['POST', '/oauth2/token_info']],
    summary: 'Introspect a token; the response is `{active: false}` for any invalid token',
    form: true,
    body: Type.Object({ token: Type.Optional(Type.String({ maxLength: 8192 })), body: wrappedRequest }),
    response: Type.Object({
      active: Type.Boolean(),
      subjectType: Type.Optional(
        Type.Union([Type.Literal('APP'), Type.Literal('USER'), Type.Literal('MEMBER'), Type.Literal('VISITOR')]),
      ),
      subjectId: Type.Optional(Type.String()),
      /** Seconds since 1970. */
      exp: Type.Optional(Type.Integer()),
      iat: Type.Optional(Type.Integer()),
      clientId: Type.Optional(Type.String()),
      siteId: Type.Optional(Type.String()),
      instanceId: Type.Optional(Type.String()),
      accountId: Type.Optional(Type.String()),
    }),
    errors: [],
  }),
  userInfo: endpoint({
    id: 'identity.oauth.userInfo',
    slice: 'identity',
    access: 'member',
    method: 'GET',
    path: '/oauth2/user-info',
    summary: 'Get the member of the access token as OpenID Connect claims',
    response: Type.Object({
      sub: Type.String(),
      givenName: Type.Optional(Type.String()),
      familyName: Type.Optional(Type.String()),
      name: Type.Optional(Type.String()),
      email: Type.Optional(Type.String()),
      emailVerified: Type.Optional(Type.Boolean()),
      picture: Type.Optional(Type.String()),
      language: Type.Optional(Type.String()),
    }),
    errors: ['MEMBER_NOT_FOUND'],
  }),
  jwks: endpoint({
    id: 'identity.oauth.jwks',
    slice: 'identity',
    access: 'open',
    method: 'GET',
    path: '/oauth2/jwks',
    summary: 'Get the public keys for verifying webhooks and identity tokens (RFC 7517)',
    response: Type.Union([
      Type.Object({ keys: Type.Array(Type.Record(Type.String(), Type.Unknown())) }),
      WrappedResponse,
    ]),
    errors: [],
  }),
  revokeToken: endpoint({
    id: 'identity.oauth.revoke',
    slice: 'identity',
    access: 'open',
    method: 'POST',
    path: '/oauth2/revoke',
    summary: 'End the session of a refresh token; an unknown token is not an error (RFC 7009)',
    shape: 'oauth',
    form: true,
    body: Type.Object({
      token: Type.String({ maxLength: 8192 }),
      tokenTypeHint: text,
      token_type_hint: text,
      clientId: text,
      client_id: text,
    }),
    response: Empty,
    errors: [],
  }),
};
