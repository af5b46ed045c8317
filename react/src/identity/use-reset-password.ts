import { useState } from 'react';
import { type SignInFlow, type SignInOptions, useSignInFlow } from './use-sign-in-flow.ts';

export interface ResetPasswordOptions extends SignInOptions {
  /** URL that the browser opens after the password is set. It must be one of the app's redirect URIs. */
  readonly redirectUri?: string | undefined;
}

export interface ResetPasswordFlow extends SignInFlow {
  /** True after the mail was requested, also for an unknown address, so that nobody can find out who has an account. */
  readonly isRequested: boolean;
  /**
   * Requests a mail with a link for a new password.
   * @param captchaToken the response of the site's captcha, or '' for one that is not solved
   */
  requestLink(email: string, captchaToken?: string): Promise<void>;
  /** Sets the new password with the token of the mailed link, and signs in. */
  resetPassword(token: string, password: string): Promise<void>;
}

/** Sets a new password for a member who has forgotten it. */
export function useResetPassword({ redirectUri, ...options }: ResetPasswordOptions = {}): ResetPasswordFlow {
  const { auth, flow, run, advance } = useSignInFlow(options);
  const [isRequested, setRequested] = useState(false);
  return {
    ...flow,
    isRequested,
    restart() {
      setRequested(false);
      flow.restart();
    },
    requestLink: (email, captchaToken) =>
      run(async () => {
        const captchaTokens = captchaToken === undefined ? undefined : { recaptchaToken: captchaToken };
        await auth.sendPasswordResetEmail(email, redirectUri, options.texts?.language, captchaTokens);
        setRequested(true);
        return {};
      }, email),
    resetPassword: (token, password) => run(async () => advance(await auth.resetPassword(token, password))),
  };
}
