import type { Call } from '../call.ts';
import type { Calls } from '../calls.gen.ts';
import { PorticoError } from '../error.ts';
import {
  identityAuthenticationChangePassword,
  identityAuthenticationCompleteProfile,
  identityAuthenticationLogin,
  identityAuthenticationRegister,
  identityRecoveryRecover,
  identityRecoverySendEmail,
  identityVerificationResend,
  identityVerificationVerify,
} from '../routes.gen.ts';

type SignInState = Calls['identity.authentication.login']['response'];

/** The profile of a new member (specification section 3, "Identity"). All properties are optional. */
export type SignUpProfile = NonNullable<Calls['identity.authentication.register']['body']['profile']>;

export interface CaptchaTokens {
  /** Token of a visible captcha. */
  readonly recaptchaToken?: string | undefined;
  /** Token of an invisible captcha. */
  readonly invisibleRecaptchaToken?: string | undefined;
}

export interface LoginInput {
  readonly email: string;
  readonly password: string;
  readonly captchaTokens?: CaptchaTokens | undefined;
}

export interface RegisterInput extends LoginInput {
  readonly profile?: SignUpProfile | undefined;
}

/** Why a sign-in failed (specification section 8). */
export type LoginErrorCode =
  | 'missingCaptchaToken'
  | 'invalidCaptchaToken'
  | 'invalidPassword'
  | 'resetPassword'
  | 'invalidEmail'
  | 'emailAlreadyExists'
  /** The site requires profile fields: continue with `completeProfile`. */
  | 'missingProfileFields';

/** The result of a step of a sign-in (specification section 4, "Login result states"). */
export type LoginResult =
  | { readonly loginState: 'SUCCESS'; readonly data: { readonly sessionToken: string } }
  | { readonly loginState: 'EMAIL_VERIFICATION_REQUIRED'; readonly data: { readonly stateToken: string } }
  | { readonly loginState: 'OWNER_APPROVAL_REQUIRED' }
  | {
      readonly loginState: 'FAILURE';
      readonly error: string;
      readonly errorCode?: LoginErrorCode;
      readonly data?: { readonly stateToken: string; readonly missingFields: readonly string[] };
      /** The error of the server, with status, request id and `retryAfterSeconds`. */
      readonly cause?: PorticoError;
    };

export interface SignIn {
  /**
   * Registers a member. A rejection is a result with `FAILURE`, not an error.
   * @throws PorticoError NETWORK_ERROR
   */
  register(input: RegisterInput): Promise<LoginResult>;
  /**
   * Checks e-mail and password. On SUCCESS, pass the session token to `getMemberTokensForDirectLogin`. A rejection is a
   * result with `FAILURE`, not an error; `cause` distinguishes a wrong address from a busy server.
   * @throws PorticoError NETWORK_ERROR
   */
  login(input: LoginInput): Promise<LoginResult>;
  /**
   * Continues with the code of the mail. Without `state`, it continues the last sign-in of this client.
   * @throws PorticoError VERIFICATION_FAILED for a wrong or expired code
   */
  processVerification(
    input: { readonly verificationCode?: string | undefined; readonly code?: string | undefined },
    state?: LoginResult,
  ): Promise<LoginResult>;
  /**
   * Mails the code again. Without `state`, it continues the last sign-in of this client.
   * @throws PorticoError VERIFICATION_FAILED if the sign-in has expired
   */
  resendVerification(state?: LoginResult): Promise<void>;
  /**
   * Continues a sign-in that failed with `missingProfileFields`.
   * @throws PorticoError VERIFICATION_FAILED if the sign-in has expired
   */
  completeProfile(stateToken: string, profile: SignUpProfile): Promise<LoginResult>;
  /**
   * Mails a link for a new password. The response is the same for unknown addresses.
   * @param redirectUri URL to return to afterwards; must be one of the app's redirect URIs
   * @param captchaTokens the solved captcha. Without this argument the server asks for none, because the Wix SDK
   *   cannot send one
   * @throws PorticoError INVALID_REDIRECT_URI; -19971 or -19970 for a missing or invalid captcha token
   */
  sendPasswordResetEmail(
    email: string,
    redirectUri?: string,
    language?: string,
    captchaTokens?: CaptchaTokens,
  ): Promise<void>;
  /**
   * Sets a new password with the token of the mailed link, and continues like `login`.
   * @throws PorticoError VERIFICATION_FAILED for a wrong or expired token, and violations for a weak password
   */
  resetPassword(recoveryToken: string, password: string): Promise<LoginResult>;
  /**
   * Sets a new password for the signed-in member, and ends all other sessions of the member.
   * @throws PorticoError with violations for a weak password
   */
  changePassword(newPassword: string): Promise<void>;
}

const CAPTCHA_CODES: Readonly<Record<string, LoginErrorCode>> = {
  '-19971': 'missingCaptchaToken',
  '-19970': 'invalidCaptchaToken',
};
const LOGIN_CODES: Readonly<Record<string, LoginErrorCode>> = {
  ...CAPTCHA_CODES,
  '-19976': 'invalidPassword',
  '-19973': 'resetPassword',
};
const REGISTER_CODES: Readonly<Record<string, LoginErrorCode>> = {
  ...CAPTCHA_CODES,
  '-19995': 'emailAlreadyExists',
};

export function createSignIn(call: Call, clientId: string): SignIn {
  let last: LoginResult | undefined;
  const take = (state: SignInState): LoginResult => {
    last = resultOf(state);
    return last;
  };
  /** Returns the result of a sign-in. `explain` returns the error code and the reason of a rejection. */
  const attempt = async (
    request: Promise<SignInState>,
    explain: (rejection: PorticoError) => [errorCode: LoginErrorCode | undefined, reason?: string],
  ): Promise<LoginResult> => {
    try {
      return take(await request);
    } catch (cause) {
      if (!(cause instanceof PorticoError) || cause.status === 0) throw cause;
      const [errorCode, error = cause.message] = explain(cause);
      return { loginState: 'FAILURE', error, ...(errorCode ? { errorCode } : {}), cause };
    }
  };
  const stateTokenOf = (state: LoginResult | undefined): string | undefined =>
    state?.loginState === 'EMAIL_VERIFICATION_REQUIRED' ? state.data.stateToken : undefined;

  return {
    async register({ email, password, profile, captchaTokens }) {
      const body = { loginId: { email }, password, captchaTokens: wireCaptcha(captchaTokens), profile };
      return attempt(call(identityAuthenticationRegister, { body }), ({ code, violations }) => {
        const invalid = violations.find(({ data }) => data?.type === 'EMAIL');
        return [invalid ? 'invalidEmail' : REGISTER_CODES[code], invalid?.description];
      });
    },
    async login({ email, password, captchaTokens }) {
      const body = { loginId: { email }, password, captchaTokens: wireCaptcha(captchaTokens) };
      return attempt(call(identityAuthenticationLogin, { body }), ({ code }) => [LOGIN_CODES[code] ?? 'invalidEmail']);
    },
    async processVerification({ verificationCode, code = '' }, state = last) {
      const stateToken = stateTokenOf(state);
      if (!stateToken) return { loginState: 'FAILURE', error: 'Unknown _state' };
      return take(await call(identityVerificationVerify, { body: { code: verificationCode ?? code, stateToken } }));
    },
    async resendVerification(state = last) {
      const stateToken = stateTokenOf(state);
      if (!stateToken) throw new PorticoError('Unknown _state', { code: 'UNKNOWN_STATE' });
      await call(identityVerificationResend, { body: { stateToken } });
    },
    completeProfile: async (stateToken, profile) =>
      take(await call(identityAuthenticationCompleteProfile, { body: { stateToken, profile } })),
    async sendPasswordResetEmail(email, redirectUri, language, captchaTokens) {
      const redirect = redirectUri ? { url: redirectUri, clientId } : undefined;
      const body = { email, redirect, language: language || undefined, captchaTokens: wireCaptcha(captchaTokens) };
      await call(identityRecoverySendEmail, { body });
    },
    resetPassword: async (recoveryToken, password) =>
      take(await call(identityRecoveryRecover, { body: { recoveryToken, password } })),
    async changePassword(newPassword) {
      await call(identityAuthenticationChangePassword, { body: { newPassword } });
    },
  };
}

function resultOf({ state, sessionToken, stateToken, additionalData }: SignInState): LoginResult {
  if (state === 'SUCCESS' && sessionToken) return { loginState: 'SUCCESS', data: { sessionToken } };
  if (state === 'REQUIRE_OWNER_APPROVAL') return { loginState: 'OWNER_APPROVAL_REQUIRED' };
  if (state === 'REQUIRE_EMAIL_VERIFICATION' && stateToken) {
    return { loginState: 'EMAIL_VERIFICATION_REQUIRED', data: { stateToken } };
  }
  const unknown = { loginState: 'FAILURE', error: 'Unknown _state' } as const;
  if (state !== 'REQUIRE_MISSING_FIELDS' || !stateToken) return unknown;
  const missingFields = (additionalData.missingFields ?? []) as string[];
  return { ...unknown, errorCode: 'missingProfileFields', data: { stateToken, missingFields } };
}

/** The server expects an array of one object with both tokens. */
const wireCaptcha = (tokens: CaptchaTokens | undefined) =>
  tokens && [
    {
      Recaptcha: tokens.recaptchaToken || undefined,
      InvisibleRecaptcha: tokens.invisibleRecaptchaToken || undefined,
    },
  ];
