import { captchaTokensOf, type SignInFlow, type SignInOptions, useSignInFlow } from './use-sign-in-flow.ts';

export interface SignInCredentials {
  readonly email: string;
  readonly password: string;
  /** The response of the site's captcha, if it is required. */
  readonly captchaToken?: string | undefined;
}

/** Signs a member in with e-mail and password, step by step. Nothing throws: failures are in `errors`. */
export function useSignIn(
  options: SignInOptions = {},
): SignInFlow & { signIn(credentials: SignInCredentials): Promise<void> } {
  const { auth, flow, run, advance } = useSignInFlow(options);
  return {
    ...flow,
    signIn: ({ captchaToken, ...credentials }) =>
      run(
        async () => advance(await auth.login({ ...credentials, ...captchaTokensOf(captchaToken) })),
        credentials.email,
      ),
  };
}
