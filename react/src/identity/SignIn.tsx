import { type ReactNode, useId, useState } from 'react';
import { Captcha } from '../captcha/Captcha.tsx';
import { usePortico, useTexts } from '../provider/PorticoProvider.tsx';
import type { Texts } from '../texts/index.ts';
import { Field } from './Field.tsx';
import { type FormControl, type FormPost, hasErrors, textOf } from './form-control.ts';
import { IdentityForm } from './IdentityForm.tsx';
import { Panel } from './Panel.tsx';
import { ResetPassword } from './ResetPassword.tsx';
import { SignInSteps } from './SignInSteps.tsx';
import { useSignIn } from './use-sign-in.ts';

export interface SignInProps {
  /** Required if a server handles the form, which posts `email`, `password`, `request` and `captcha`. */
  readonly post?: FormPost;
  readonly onSignedIn?: () => void;
  /** URL of the page with SignUp. Without it, no link is shown. */
  readonly signUpUrl?: string;
  /**
   * A captcha widget, shown after the first failed attempt. It writes to an input named `captcha`. Default: the captcha
   * that is built into the server.
   */
  readonly captcha?: ReactNode;
  readonly texts?: Texts;
}

/** Signs a member in with e-mail and password, through all steps that the site requires. */
export function SignIn({ post, captcha, texts: ownTexts, ...props }: SignInProps) {
  const texts = useTexts(ownTexts);
  if (post) return <SignInForm control={post} captcha={post.errors && captcha} texts={texts} />;
  return <ConnectedSignIn {...props} captcha={captcha} texts={texts} />;
}

function ConnectedSignIn({ onSignedIn, signUpUrl, captcha, texts }: SignInProps & { texts: Texts }) {
  const { session } = usePortico();
  const flow = useSignIn({ onSignedIn, texts });
  const [view, setView] = useState<'start' | 'forgotPassword' | 'again'>('start');
  const { signIn } = texts;
  if (view === 'forgotPassword')
    return <ResetPassword captcha={captcha} texts={texts} onBack={() => setView('again')} />;
  if (session.status === 'signedIn' || flow.step !== 'credentials') return <SignInSteps flow={flow} texts={texts} />;
  const hasFailed = hasErrors(flow.errors) || flow.needsCaptcha;
  const control: FormControl = {
    values: { email: flow.email },
    errors: flow.errors,
    pending: flow.pending,
    onSubmit: (data) =>
      void flow.signIn({
        email: textOf(data, 'email').trim(),
        password: textOf(data, 'password'),
        captchaToken: textOf(data, 'captcha'),
      }),
  };
  return (
    <Panel title={signIn.title} focused={view === 'again'}>
      <SignInForm control={control} captcha={hasFailed && (captcha ?? <Captcha texts={texts} />)} texts={texts} />
      <ul className="portico-links">
        <li>
          <button className="portico-link" type="button" onClick={() => setView('forgotPassword')}>
            {signIn.forgot}
          </button>
        </li>
        {signUpUrl && (
          <li>
            {signIn.newHere} <a href={signUpUrl}>{signIn.toSignUp}</a>
          </li>
        )}
      </ul>
    </Panel>
  );
}

interface SignInFormProps {
  readonly control: FormControl;
  readonly captcha: ReactNode;
  readonly texts: Texts;
}

function SignInForm({ control, captcha, texts }: SignInFormProps) {
  const id = useId();
  // The server does not reveal whether the e-mail address or the password is wrong, so both share its error.
  return (
    <IdentityForm control={control} submitText={texts.signIn.button} captcha={captcha} texts={texts}>
      <Field
        id={`${id}email`}
        label={texts.fields.email}
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={control.values?.email}
        sharesFormError
        required
      />
      <Field
        id={`${id}password`}
        label={texts.fields.password}
        name="password"
        type="password"
        autoComplete="current-password"
        sharesFormError
        required
      />
    </IdentityForm>
  );
}
