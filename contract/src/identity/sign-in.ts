/**
 * Registration, sign-in, recovery, verification, and the site's sign-on policy (identity contract sections 5 and 6.1).
 */
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Empty, Guid } from '../shared.ts';
import { CaptchaTokens, Identity, IdentityProfile, StateMachine } from './schemas.ts';

const LoginId = Type.Object({ email: Type.String({ maxLength: 1000 }) });
const Redirect = Type.Object({
  url: Type.Optional(Type.String({ maxLength: 1000 })),
  clientId: Type.Optional(Type.String()),
});
const ClientMetaData = Type.Optional(Type.Record(Type.String(), Type.Unknown()));
const Token = Type.String({ minLength: 1, maxLength: 1000 });
const Code = Type.Object({ code: Type.String({ minLength: 1, maxLength: 100 }) });
const CAPTCHA = ['-19970', '-19971'] as const;

const SignOnPolicy = Type.Object({
  requireOwnerApproval: Type.Optional(Type.Boolean()),
  requireEmailVerification: Type.Optional(Type.Boolean()),
});

export const signInEndpoints = {
  register: endpoint({
    id: 'identity.authentication.register',
    slice: 'identity',
    method: 'POST',
    path: '/v2/register',
    summary: 'Register with e-mail and password',
    body: Type.Object({
      loginId: LoginId,
      password: Type.String(),
      profile: Type.Optional(IdentityProfile),
      captchaTokens: Type.Optional(CaptchaTokens),
      clientMetaData: ClientMetaData,
    }),
    response: StateMachine,
    errors: ['-19995', 'SIGN_UP_CLOSED', 'SLUG_ALREADY_EXISTS', ...CAPTCHA],
  }),
  login: endpoint({
    id: 'identity.authentication.login',
    slice: 'identity',
    method: 'POST',
    path: '/v2/login',
    summary: 'Sign in with e-mail and password',
    // Deliberately permissive: a validationError makes the vendor's client throw a TypeError (section 5).
    body: Type.Object({
      loginId: Type.Optional(Type.Object({ email: Type.Optional(Type.Unknown()) })),
      password: Type.Optional(Type.Unknown()),
      captchaTokens: Type.Optional(Type.Unknown()),
      clientMetaData: Type.Optional(Type.Unknown()),
      stateToken: Type.Optional(Type.Unknown()),
    }),
    response: StateMachine,
    errors: ['-19976', '-19999', '-19973', 'MEMBER_BLOCKED', ...CAPTCHA],
  }),
  signOn: endpoint({
    id: 'identity.authentication.signOn',
    slice: 'identity',
    method: 'POST',
    path: '/v2/sign-on',
    summary: 'Sign a member in by API key, registering an unknown address',
    body: Type.Object({
      loginId: LoginId,
      profile: Type.Optional(IdentityProfile),
      verifyEmail: Type.Optional(Type.Boolean()),
      mergeExistingContact: Type.Optional(Type.Boolean()),
    }),
    response: Type.Object({ sessionToken: Type.String(), identity: Identity }),
    errors: ['MEMBER_BLOCKED', 'MEMBER_PENDING', 'SLUG_ALREADY_EXISTS'],
  }),
  changePassword: endpoint({
    id: 'identity.authentication.changePassword',
    slice: 'identity',
    method: 'POST',
    path: '/v2/change-password',
    summary: 'Set a new password for the signed-in member; ends every other session of the member',
    body: Type.Object({ newPassword: Type.String() }),
    response: Empty,
    errors: ['MEMBER_NOT_FOUND'],
  }),
  validateEmail: endpoint({
    id: 'identity.authentication.validateEmail',
    slice: 'identity',
    method: 'POST',
    path: '/v2/validate-email',
    summary: 'Check whether an e-mail address can receive mail',
    body: Type.Object({ email: Type.String({ maxLength: 254 }) }),
    response: Type.Object({
      valid: Type.Boolean(),
      failure: Type.Optional(Type.Object({ reason: Type.String() })),
      formatInvalid: Type.Boolean(),
    }),
    errors: [],
  }),
  verifyFactor: endpoint({
    id: 'identity.authentication.verify',
    slice: 'identity',
    method: 'POST',
    path: '/v2/{factorType}/verify',
    documentedPath: '/authentication/v2/{factorType}/verify',
    summary: 'Answer the challenge of a factor: PASSWORD, SMS, CALL, EMAIL, TOTP, PUSH, WEBAUTHN',
    query: Type.Object({ factorType: Type.String({ maxLength: 20 }) }),
    body: Type.Object({
      stateToken: Token,
      rememberThisDevice: Type.Optional(Type.Boolean()),
      smsData: Type.Optional(Code),
      callData: Type.Optional(Code),
      emailData: Type.Optional(Code),
      totpData: Type.Optional(Code),
      recoveryCodeData: Type.Optional(Code),
      pushData: Type.Optional(Type.Object({ transactionId: Type.String({ maxLength: 36 }) })),
      webauthnData: Type.Optional(
        Type.Object({ challengeId: Type.String(), credential: Type.String({ maxLength: 3000 }) }),
      ),
      passwordData: Type.Optional(Type.Object({ password: Type.String({ minLength: 1, maxLength: 100 }) })),
    }),
    response: StateMachine,
    errors: ['VERIFICATION_FAILED'],
  }),
  sendRecoveryEmail: endpoint({
    id: 'identity.recovery.sendEmail',
    slice: 'identity',
    method: 'POST',
    path: '/v1/send-email',
    summary: 'Mail a link for setting a new password; the response is the same for unknown addresses',
    body: Type.Object({
      email: Type.String({ maxLength: 254 }),
      language: Type.Optional(Type.String({ maxLength: 20 })),
      redirect: Type.Optional(Redirect),
    }),
    response: Empty,
    errors: ['INVALID_REDIRECT_URI', 'INVALID_CLIENT', '-19999'],
  }),
  completeProfile: endpoint({
    id: 'identity.authentication.completeProfile',
    slice: 'identity',
    method: 'POST',
    path: '/portico/v1/complete-profile',
    summary: 'Continue a sign-in that requires profile fields (REQUIRE_MISSING_FIELDS)',
    body: Type.Object({ stateToken: Token, profile: IdentityProfile }),
    response: StateMachine,
    errors: ['VERIFICATION_FAILED'],
  }),
  sendActivationEmail: endpoint({
    id: 'identity.recovery.sendActivationEmail',
    slice: 'identity',
    method: 'POST',
    path: '/v1/activation-email',
    summary: 'Mail a member a link for activating the account',
    body: Type.Object({
      identityId: Guid,
      emailOptions: Type.Optional(
        Type.Object({ language: Type.Optional(Type.String({ maxLength: 20 })), redirect: Type.Optional(Redirect) }),
      ),
    }),
    response: Empty,
    errors: ['MEMBER_NOT_FOUND', 'INVALID_REDIRECT_URI', 'INVALID_CLIENT'],
  }),
  recover: endpoint({
    id: 'identity.recovery.recover',
    slice: 'identity',
    method: 'POST',
    path: '/v1/recover',
    summary: 'Set a new password with the token of a recovery mail',
    body: Type.Object({ recoveryToken: Token, password: Type.Optional(Type.String()) }),
    response: StateMachine,
    errors: ['VERIFICATION_FAILED', 'MEMBER_BLOCKED'],
  }),
  startVerification: endpoint({
    id: 'identity.verification.start',
    slice: 'identity',
    method: 'POST',
    path: '/v1/start',
    also: [['POST', '/v1/Start']],
    summary: 'Mail a verification code to a member',
    body: Type.Object({ identityId: Type.Optional(Guid), target: Type.Optional(Type.String({ maxLength: 20 })) }),
    response: Type.Object({ verificationId: Type.String() }),
    errors: ['MEMBER_NOT_FOUND'],
  }),
  verifyDuringAuthentication: endpoint({
    id: 'identity.verification.verify',
    slice: 'identity',
    method: 'POST',
    path: '/v1/auth/verify',
    summary: 'Continue a sign-in with the code from the mail',
    body: Type.Object({ code: Type.String({ maxLength: 100 }), stateToken: Token }),
    response: StateMachine,
    errors: ['VERIFICATION_FAILED'],
  }),
  resendDuringAuthentication: endpoint({
    id: 'identity.verification.resend',
    slice: 'identity',
    method: 'POST',
    path: '/v1/auth/resend',
    summary: 'Resend the verification code of a sign-in',
    body: Type.Object({ stateToken: Token }),
    response: Empty,
    errors: ['VERIFICATION_FAILED'],
  }),
  getSignOnPolicy: endpoint({
    id: 'identity.signOnPolicy.get',
    slice: 'identity',
    method: 'GET',
    path: '/v1/sign-on-policies',
    summary: 'Get the sign-on policy of the site',
    response: Type.Object({ signOnPolicy: SignOnPolicy }),
    errors: [],
  }),
  updateSignOnPolicy: endpoint({
    id: 'identity.signOnPolicy.update',
    slice: 'identity',
    method: 'PATCH',
    path: '/v1/sign-on-policies',
    summary: 'Change the sign-on policy of the site',
    body: Type.Object({ signOnPolicy: SignOnPolicy }),
    response: Type.Object({ signOnPolicy: SignOnPolicy }),
    errors: [],
  }),
};
