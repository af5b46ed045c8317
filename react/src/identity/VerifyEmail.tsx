import { useTexts } from '../provider/PorticoProvider.tsx';
import type { Texts } from '../texts/index.ts';
import { CodeForms } from './CodeForms.tsx';
import type { FormPost } from './form-control.ts';
import { SignInSteps } from './SignInSteps.tsx';
import { useVerifyEmail } from './use-verify-email.ts';

export interface VerifyEmailProps {
  /**
   * Required if a server handles the form. The form posts the six digits as `code`, and a second form requests a new
   * code (`intent` is `resend`).
   */
  readonly post?: FormPost & { /** True if a new code has just been sent. */ readonly isResent?: boolean };
  readonly onSignedIn?: () => void;
  readonly texts?: Texts;
}

/** Asks for the code that the server mailed during the last sign-in of this client. Also part of SignIn and SignUp. */
export function VerifyEmail({ post, onSignedIn, texts: ownTexts }: VerifyEmailProps) {
  const texts = useTexts(ownTexts);
  if (!post) return <ConnectedVerifyEmail onSignedIn={onSignedIn} texts={texts} />;
  const resend = { action: post.action, request: post.request, intent: 'resend' };
  return <CodeForms control={post} resend={resend} isResent={post.isResent ?? false} texts={texts} />;
}

function ConnectedVerifyEmail(options: { onSignedIn: (() => void) | undefined; texts: Texts }) {
  return <SignInSteps flow={useVerifyEmail(options)} texts={options.texts} />;
}
