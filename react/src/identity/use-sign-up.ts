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
        // Fails at an unregistered address before the member exists: a second attempt would find the account taken.
        await auth.getAuthUrl(auth.generateOAuthData(''), { prompt: 'none', responseMode: 'web_message' });
        return advance(await auth.register({ ...input, ...captchaTokensOf(captchaToken) }));
      }, input.email),
  };
}
