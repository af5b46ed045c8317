/** Portico's calls for the hosted sign-in pages. The host of the request determines the site. */
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Member } from '../members.ts';
import { Empty } from '../shared.ts';
import { LanguageCode } from '../sites/settings.ts';
import { IdentityProfile } from './schemas.ts';

const AppRequest = {
  /** The signed authorize request that opened the page, if any. */
  request: Type.Optional(Type.String({ maxLength: 8192 })),
};
const Captcha = {
  /** The response of the captcha, if the site requires one. */
  captcha: Type.Optional(Type.String({ maxLength: 8192 })),
};
const Address = Type.String({ maxLength: 1000 });

/**
 * The URL to open next: an absolute URL on the site's origin, or a path. While a sign-in needs a further step,
 * the URL is that of its page (`/verify-email`, `/complete-profile`, `/waiting`), and a cookie identifies the sign-in.
 */
const NextPage = Type.Object({ redirectTo: Type.String() });
const PAGE_ERRORS = ['FOREIGN_ORIGIN', 'SITE_NOT_FOUND'] as const;
const CAPTCHA_ERRORS = ['-19970', '-19971'] as const;

/** POST /portico/v1/session/<path>: only the site's hosted pages may make these calls. */
export const hostedEndpoints = {
  hostedSignIn: endpoint({
    id: 'identity.session.signIn',
    slice: 'identity',
    access: 'open',
    method: 'POST',
    path: '/portico/v1/session/sign-in',
    summary: "Sign in on the site's own pages; sets the session cookie",
    body: Type.Object({ email: Address, password: Type.String(), ...AppRequest, ...Captcha }),
    response: NextPage,
    errors: ['-19976', '-19999', '-19973', 'MEMBER_BLOCKED', ...CAPTCHA_ERRORS, ...PAGE_ERRORS],
  }),
  hostedSignUp: endpoint({
    id: 'identity.session.signUp',
    slice: 'identity',
    access: 'open',
    method: 'POST',
    path: '/portico/v1/session/sign-up',
    summary: "Register on the site's own pages; sets the session cookie",
    body: Type.Object({
      email: Address,
      password: Type.String(),
      profile: Type.Optional(IdentityProfile),
      language: Type.Optional(LanguageCode),
      ...AppRequest,
      ...Captcha,
    }),
    response: NextPage,
    errors: ['-19995', 'SIGN_UP_CLOSED', 'SLUG_ALREADY_EXISTS', ...CAPTCHA_ERRORS, ...PAGE_ERRORS],
  }),
  hostedSignOut: endpoint({
    id: 'identity.session.signOut',
    slice: 'identity',
    access: 'open',
    method: 'POST',
    path: '/portico/v1/session/sign-out',
    summary: 'End the session of the cookie',
    body: Empty,
    response: NextPage,
    errors: [...PAGE_ERRORS],
  }),
  getSession: endpoint({
    id: 'identity.session.get',
    slice: 'identity',
    access: 'open',
    method: 'GET',
    path: '/portico/v1/session',
    summary: 'Get the member of the session cookie, with a short-lived access token for that member',
    response: Type.Object({
      member: Type.Union([Member, Type.Null()]),
      accessToken: Type.Optional(Type.String()),
      expiresInSeconds: Type.Optional(Type.Integer()),
    }),
    errors: [...PAGE_ERRORS],
  }),
  getStep: endpoint({
    id: 'identity.session.step',
    slice: 'identity',
    access: 'open',
    method: 'GET',
    path: '/portico/v1/session/step',
    summary: "Get the step that this browser's pending sign-in waits for, or null",
    response: Type.Object({
      step: Type.Union([
        Type.Object({
          state: Type.Enum(['REQUIRE_OWNER_APPROVAL', 'REQUIRE_EMAIL_VERIFICATION', 'REQUIRE_MISSING_FIELDS']),
          email: Type.String(),
          missingFields: Type.Array(Type.String()),
        }),
        Type.Null(),
      ]),
    }),
    errors: [...PAGE_ERRORS],
  }),
  hostedVerify: endpoint({
    id: 'identity.session.verify',
    slice: 'identity',
    access: 'open',
    method: 'POST',
    path: '/portico/v1/session/verify',
    summary: "Continue this browser's pending sign-in with the code from the mail",
    body: Type.Object({ code: Type.String({ maxLength: 100 }), ...AppRequest }),
    response: NextPage,
    errors: ['VERIFICATION_FAILED', ...PAGE_ERRORS],
  }),
  hostedResend: endpoint({
    id: 'identity.session.resend',
    slice: 'identity',
    access: 'open',
    method: 'POST',
    path: '/portico/v1/session/resend',
    summary: "Resend the code of this browser's pending sign-in",
    body: Empty,
    response: Empty,
    errors: ['VERIFICATION_FAILED', ...PAGE_ERRORS],
  }),
  hostedCompleteProfile: endpoint({
    id: 'identity.session.completeProfile',
    slice: 'identity',
    access: 'open',
    method: 'POST',
    path: '/portico/v1/session/complete-profile',
    summary: "Continue this browser's pending sign-in with the required profile fields",
    body: Type.Object({ profile: IdentityProfile, ...AppRequest }),
    response: NextPage,
    errors: ['VERIFICATION_FAILED', ...PAGE_ERRORS],
  }),
  forgotPassword: endpoint({
    id: 'identity.session.forgotPassword',
    slice: 'identity',
    access: 'open',
    method: 'POST',
    path: '/portico/v1/session/forgot-password',
    summary: 'Mail a link for setting a new password; the response is the same for unknown addresses',
    body: Type.Object({ email: Address, language: Type.Optional(LanguageCode), ...AppRequest, ...Captcha }),
    response: Empty,
    errors: ['-19999', ...CAPTCHA_ERRORS, ...PAGE_ERRORS],
  }),
  getRecovery: endpoint({
    id: 'identity.session.recovery',
    slice: 'identity',
    access: 'open',
    method: 'POST',
    path: '/portico/v1/session/recovery',
    summary: 'Check whether the link in a mail is valid, and for whom, without consuming it',
    body: Type.Object({ token: Type.String({ maxLength: 1000 }) }),
    response: Type.Object({
      recovery: Type.Union([
        Type.Object({ purpose: Type.Enum(['RECOVERY', 'ACTIVATION', 'SET_PASSWORD']), email: Type.String() }),
        Type.Null(),
      ]),
    }),
    errors: [...PAGE_ERRORS],
  }),
  resetPassword: endpoint({
    id: 'identity.session.resetPassword',
    slice: 'identity',
    access: 'open',
    method: 'POST',
    path: '/portico/v1/session/reset-password',
    summary: 'Set a new password with the token from a mail; ends every other session and signs in',
    body: Type.Object({ token: Type.String({ maxLength: 1000 }), password: Type.String() }),
    response: NextPage,
    errors: ['VERIFICATION_FAILED', 'MEMBER_BLOCKED', ...PAGE_ERRORS],
  }),
  hostedChangePassword: endpoint({
    id: 'identity.session.changePassword',
    slice: 'identity',
    access: 'session',
    method: 'POST',
    path: '/portico/v1/session/change-password',
    summary: 'Change the password of the member of the cookie, who must send the current one; ends every other session',
    body: Type.Object({ currentPassword: Type.String(), newPassword: Type.String() }),
    response: Empty,
    errors: ['-19976', 'UNAUTHENTICATED', ...PAGE_ERRORS],
  }),
};
