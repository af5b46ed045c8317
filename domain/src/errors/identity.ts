/** Error codes of sign-in, registration, tokens and members (specification section 8; identity contract section 5). */
export const identityErrors = {
  '-19970': { status: 400, sentence: 'The captcha token is not valid.' },
  '-19971': { status: 400, sentence: 'A captcha token is required.' },
  '-19973': { status: 401, sentence: 'The password must be reset before signing in.' },
  '-19976': { status: 401, sentence: 'The e-mail address or the password is wrong.' },
  '-19995': { status: 409, sentence: 'This e-mail address is already registered.' },
  '-19999': { status: 404, sentence: 'There is no account with this e-mail address.' },
  MEMBER_BLOCKED: { status: 403, sentence: "The site's owner has closed this account." },
  MEMBER_PENDING: { status: 403, sentence: 'This account is not active yet: {reasons}.' },
  FOREIGN_ORIGIN: { status: 403, sentence: 'The request came from an origin other than the site.' },
  SIGN_UP_CLOSED: { status: 403, sentence: 'This site does not accept new members at the moment.' },
  VERIFICATION_FAILED: { status: 400, sentence: 'The verification code is wrong or has expired.' },
  INVALID_REDIRECT_URI: {
    status: 400,
    sentence: 'The redirect address {address} is not registered for the OAuth app. Register exactly this address.',
  },
  INVALID_CLIENT: { status: 400, sentence: 'There is no OAuth app with this client id.' },
  UNSUPPORTED_INTENT: { status: 400, sentence: 'Portico has no pages for the redirect intent {intent}.' },
  UNSUPPORTED_IDP: { status: 400, sentence: 'Sign-in through outside providers is not available on this site.' },
  SESSION_NOT_FOUND: { status: 404, sentence: 'There is no such session, or it has ended.' },
  MEMBER_STATUS_TRANSITION: { status: 409, sentence: 'The status of a member cannot change from {from} to {to}.' },
  MEMBER_NOT_FOUND: { status: 404, sentence: 'There is no such member.' },
  MEMBER_JOB_NOT_FOUND: { status: 404, sentence: 'There is no job on members with this id, or it ended too long ago.' },
  EMAIL_VERIFICATION_REQUIRED: {
    status: 403,
    sentence: 'The e-mail address must be verified first. A code was sent to it.',
  },
  SLUG_ALREADY_EXISTS: { status: 409, sentence: 'Another member uses this slug.' },
  // RFC 6749, section 5.2: the token endpoint returns these in OAuth's own error format.
  invalid_request: {
    status: 400,
    sentence: 'The request is missing a parameter or contains one that is not allowed: {reason}.',
  },
  invalid_client: { status: 401, sentence: 'The client is unknown or its secret is wrong.' },
  invalid_grant: {
    status: 400,
    sentence: 'The code or refresh token is invalid, expired, used or issued to another client.',
  },
  unauthorized_client: { status: 400, sentence: 'This client may not use this grant.' },
  unsupported_grant_type: { status: 400, sentence: 'This grant type is not supported.' },
  invalid_scope: { status: 400, sentence: 'The scope is not supported.' },
} as const;
