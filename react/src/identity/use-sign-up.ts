import type { SignUpProfile } from '@portico/sdk';
import type { SignInCredentials } from './use-sign-in.ts';
import { captchaTokensOf, type SignInFlow, type SignInOptions, useSignInFlow } from './use-sign-in-flow.ts';

/** Registers a member and signs in, step by step. Nothing throws: failures are in `errors`. */
export function useSignUp(
  options: SignInOptions = {},
): SignInFlow & { signUp(input: SignInCredentials & { readonly profile?: SignUpProfile }): Promise<void> } {
  const { auth, flow, run, advance } = useSignInFlow(options);
  return {
    ...flow,
    signUp: ({ captchaToken, ...input }) =>
      run(async () => {
        // Rejects an unregistered redirect address before the member is registered. Otherwise the sign-in would fail after
        // the registration, and a second attempt would be rejected because the account exists.
        await auth.getAuthUrl(auth.generateOAuthData(''), { prompt: 'none', responseMode: 'web_message' });
        return advance(await auth.register({ ...input, ...captchaTokensOf(captchaToken) }));
      }, input.email),
  };
}
