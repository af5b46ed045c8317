import { type ReactNode, useId } from 'react';
import { Captcha } from '../captcha/Captcha.tsx';
import { CAPTCHA_NAME } from '../forms/values/names.ts';
import { useTexts } from '../provider/PorticoProvider.tsx';
import type { Texts } from '../texts/index.ts';
import { Field } from './Field.tsx';
import { type FormControl, type FormPost, textOf } from './form-control.ts';
import { IdentityForm } from './IdentityForm.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { Panel } from './Panel.tsx';
import { BackLink, SignInSteps } from './SignInSteps.tsx';
import { useResetPassword } from './use-reset-password.ts';
import { useSignInSettings } from './use-sign-in-settings.ts';

export interface ResetPasswordProps {
  /**
   * Required if a server handles the form. To request the mail, the form posts `email`, `request` and `captcha`. To
   * set the new password, pass the `account` of the mailed link; the form then posts `newPassword`.
   */
  readonly post?: FormPost & {
    readonly account?: { readonly email: string; readonly shortestPassword: number; readonly submitText?: string };
  };
  /** The token of the mailed link. Without it, the component asks for the address to which the link is sent. */
  readonly token?: string;
  /** URL that the browser opens after the password is set. It must be one of the app's redirect URIs. */
  readonly redirectUri?: string;
  readonly onSignedIn?: () => void;
  /** Returns to the sign-in. Without it, no link is shown. */
  readonly onBack?: () => void;
  /**
   * A captcha widget, shown with the input for the address. It writes its response to an input named `captcha`. Default:
   * the captcha that is built into the server.
   */
  readonly captcha?: ReactNode;
  readonly texts?: Texts;
}

/** Requests a mail with a link for a new password. With the token of that link, sets the password. */
export function ResetPassword({ post, texts: ownTexts, ...props }: ResetPasswordProps) {
  const texts = useTexts(ownTexts);
  if (!post) return <ConnectedResetPassword {...props} texts={texts} />;
  const { account } = post;
  if (!account) return <LinkForm control={post} captcha={props.captcha} texts={texts} />;
  const { submitText = texts.newPassword.button } = account;
  return <NewPasswordForm control={post} {...account} submitText={submitText} texts={texts} />;
}

function ConnectedResetPassword(props: ResetPasswordProps & { texts: Texts }) {
  const { token, redirectUri, onSignedIn, onBack, captcha, texts } = props;
  const flow = useResetPassword({ redirectUri, onSignedIn, texts });
  const { settings } = useSignInSettings();
  const { forgotPassword, newPassword } = texts;
  const { email, pending, errors } = flow;
  const signInLink = onBack && <BackLink text={forgotPassword.toSignIn} onClick={onBack} />;
  if (flow.step !== 'credentials') return <SignInSteps flow={flow} texts={texts} />;
  if (token) {
    // On the wire, the new password is named `password`; the input is named `newPassword`.
    const { password, ...others } = errors;
    const control = {
      errors: password ? { ...others, newPassword: password } : others,
      pending,
      onSubmit: (data: FormData) => void flow.resetPassword(token, textOf(data, 'newPassword')),
    };
    return (
      <Panel title={newPassword.title}>
        <NewPasswordForm
          control={control}
          email={email}
          shortestPassword={settings?.shortestPassword}
          submitText={newPassword.button}
          texts={texts}
        />
        {signInLink}
      </Panel>
    );
  }
  if (flow.isRequested) {
    return (
      <Panel title={forgotPassword.confirmationTitle} lead={forgotPassword.confirmation(email)} focused>
        <p>{forgotPassword.confirmationHelp}</p>
        <BackLink text={forgotPassword.again} onClick={flow.restart} />
        {signInLink}
      </Panel>
    );
  }
  const onSubmit = (data: FormData) =>
    void flow.requestLink(
      textOf(data, 'email').trim(),
      data.has(CAPTCHA_NAME) ? textOf(data, CAPTCHA_NAME) : undefined,
    );
  return (
    <Panel title={forgotPassword.title} lead={forgotPassword.lead} focused={onBack !== undefined}>
      <LinkForm
        control={{ values: { email }, errors, pending, onSubmit }}
        captcha={captcha ?? <Captcha texts={texts} />}
        texts={texts}
      />
      {signInLink}
    </Panel>
  );
}

interface LinkFormProps {
  readonly control: FormControl;
  readonly captcha: ReactNode;
  readonly texts: Texts;
}

function LinkForm({ control, captcha, texts }: LinkFormProps) {
  const id = useId();
  return (
    <IdentityForm control={control} submitText={texts.forgotPassword.button} captcha={captcha} texts={texts}>
      <Field
        id={`${id}email`}
        label={texts.fields.email}
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={control.values?.email}
        required
      />
    </IdentityForm>
  );
}
