import type { LoginResult, MemberAuth } from '@portico/sdk';
import { useRef, useState } from 'react';
import { usePortico, useTexts } from '../provider/PorticoProvider.tsx';
import type { Texts } from '../texts/index.ts';
import { type FormErrors, NO_ERRORS } from './form-control.ts';
import { errorsOf } from './rejections.ts';
import { memberAuthOf } from './use-auth.ts';

/**
 * What a sign-in waits for: e-mail and password, the code of a mail, missing profile fields, the approval of the owner, or
 * nothing more.
 */
export type SignInStep = 'credentials' | 'verifyEmail' | 'completeProfile' | 'waiting' | 'done';

export interface SignInOptions {
  /** Called after the tokens of the member are stored. */
  readonly onSignedIn?: (() => void) | undefined;
  /** Texts of the errors. Default: the texts of the provider. */
  readonly texts?: Texts | undefined;
}

export interface SignInFlow {
  readonly step: SignInStep;
  /** The entered e-mail address; an empty string before one is entered. */
  readonly email: string;
  readonly pending: boolean;
  /** A sentence per input: `email`, `password`, `code` or the key of a profile field; `form` holds every other error. */
  readonly errors: FormErrors;
  /** True after the server has asked for a captcha. */
  readonly needsCaptcha: boolean;
  /** True after a new code was sent. */
  readonly isResent: boolean;
  /** Keys of the profile fields that are missing in the step `completeProfile`. */
  readonly missingFields: readonly string[];
  /** Continues the step `verifyEmail` with the code of the mail. */
  verifyEmail(code: string): Promise<void>;
  /** Mails another code. */
  resendCode(): Promise<void>;
  /** Continues the step `completeProfile`. */
  completeProfile(profile: Parameters<MemberAuth['completeProfile']>[1]): Promise<void>;
  /** Returns to e-mail and password. */
  restart(): void;
}

type FlowState = Omit<SignInFlow, 'verifyEmail' | 'resendCode' | 'completeProfile' | 'restart'> & {
  /**
   * The login result that the next step continues. If it is undefined, the step continues the last result of the
   * client.
   */
  readonly result: LoginResult | undefined;
};

const START: FlowState = {
  step: 'credentials',
  email: '',
  pending: false,
  errors: NO_ERRORS,
  needsCaptcha: false,
  isResent: false,
  missingFields: [],
  result: undefined,
};

/** The shared implementation of `useSignIn`, `useSignUp`, `useVerifyEmail` and `useResetPassword`. */
export function useSignInFlow({ onSignedIn, texts: ownTexts }: SignInOptions, first: SignInStep = 'credentials') {
  const auth = memberAuthOf(usePortico().client);
  const texts = useTexts(ownTexts);
  const [state, setState] = useState<FlowState>({ ...START, step: first });
  const isRunning = useRef(false);
  const change = (changes: Partial<FlowState>): void => setState((now) => ({ ...now, ...changes }));

  /** Runs one step at a time and shows its errors. */
  async function run(work: () => Promise<Partial<FlowState>>, email?: string): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    change({ pending: true, errors: NO_ERRORS, isResent: false, ...(email === undefined ? {} : { email }) });
    try {
      change(await work());
    } catch (error) {
      change({ errors: errorsOf(error, texts) });
    } finally {
      isRunning.current = false;
      change({ pending: false });
    }
  }

  async function advance(result: LoginResult): Promise<Partial<FlowState>> {
    switch (result.loginState) {
      case 'SUCCESS':
        await auth.setTokens(await auth.getMemberTokensForDirectLogin(result.data.sessionToken));
        onSignedIn?.();
        return { step: 'done' };
      case 'EMAIL_VERIFICATION_REQUIRED':
        return { step: 'verifyEmail', result };
      case 'OWNER_APPROVAL_REQUIRED':
        return { step: 'waiting' };
      default: {
        const { errorCode, data, cause } = result;
        if (errorCode === 'missingProfileFields') {
          return { step: 'completeProfile', result, missingFields: data?.missingFields ?? [] };
        }
        const needsCaptcha = errorCode === 'missingCaptchaToken' || errorCode === 'invalidCaptchaToken';
        return { errors: errorsOf(cause, texts), ...(needsCaptcha ? { needsCaptcha } : {}) };
      }
    }
  }

  const { result, ...shown } = state;
  const flow: SignInFlow = {
    ...shown,
    verifyEmail: (code) =>
      run(async () => {
        try {
          return await advance(await auth.processVerification({ verificationCode: code }, result));
        } catch (error) {
          const { form, ...others } = errorsOf(error, texts);
          return { errors: form ? { code: form } : others };
        }
      }),
    resendCode: () =>
      run(async () => {
        await auth.resendVerification(result);
        return { isResent: true };
      }),
    completeProfile: (profile) =>
      run(async () => {
        const stateToken = result && 'data' in result && result.data && 'stateToken' in result.data;
        return advance(
          await auth.completeProfile(stateToken ? (result.data as { stateToken: string }).stateToken : '', profile),
        );
      }),
    restart: () => setState({ ...START, email: state.email, needsCaptcha: state.needsCaptcha }),
  };
  return { auth, flow, run, advance } as const;
}

/** Visible and invisible captchas have different names on the wire. The server accepts a token under either name. */
export const captchaTokensOf = (token: string | undefined) =>
  token ? { captchaTokens: { recaptchaToken: token } } : {};
