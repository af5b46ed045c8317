import { type SignInFlow, type SignInOptions, useSignInFlow } from './use-sign-in-flow.ts';

/** Continues the last sign-in of the client with the code that was mailed. */
export const useVerifyEmail = (options: SignInOptions = {}): SignInFlow => useSignInFlow(options, 'verifyEmail').flow;
