import { type ReactNode, useId, useState } from 'react';
import { Captcha } from '../captcha/Captcha.tsx';
import { Failure } from '../data/LoadError.tsx';
import { usePortico, useTexts } from '../provider/PorticoProvider.tsx';
import type { Texts } from '../texts/index.ts';
import { Field, RequiredLabel } from './Field.tsx';
import { type FormControl, type FormErrors, type FormPost, NO_ERRORS, textOf } from './form-control.ts';
import { IdentityForm } from './IdentityForm.tsx';
import { Panel } from './Panel.tsx';
import { NewPasswordField } from './PasswordField.tsx';
import { ProfileInputs } from './ProfileInputs.tsx';
import { type ProfileField, profileErrors, profileFields, readProfile, toIdentityProfile } from './profile-fields.ts';
import { SignInSteps } from './SignInSteps.tsx';
import { useSignInSettings } from './use-sign-in-settings.ts';
import { useSignUp } from './use-sign-up.ts';

export interface SignUpProps {
  /**
   * Required if a server handles the form. The form posts `email`, `password`, `request`, `captcha` and the profile
   * fields; read these with `readProfile`.
   */
  readonly post?: FormPost & {
    /** The profile fields to ask for, as returned by `profileFields`. */
    readonly fields: readonly ProfileField[];
    readonly shortestPassword?: number;
  };
  readonly onSignedIn?: () => void;
  /** URL of the page with SignIn. Without it, no link is shown. */
  readonly signInUrl?: string;
  /** A captcha widget. It writes its response to an input named `captcha`. Default: the one built into the server. */
  readonly captcha?: ReactNode;
  readonly texts?: Texts;
}

/** Registers a member with the fields that the site requires, and signs in. */
export function SignUp({ post, texts: ownTexts, ...props }: SignUpProps) {
  const texts = useTexts(ownTexts);
  if (post) return <SignUpForm control={post} {...post} captcha={props.captcha} texts={texts} />;
  return <ConnectedSignUp {...props} texts={texts} />;
}

function ConnectedSignUp({ onSignedIn, signInUrl, captcha, texts }: SignUpProps & { texts: Texts }) {
  const { session } = usePortico();
  const { settings, error } = useSignInSettings();
  const flow = useSignUp({ onSignedIn, texts });
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [localErrors, setLocalErrors] = useState<FormErrors>(NO_ERRORS);
  const { signUp } = texts;
  if (session.status === 'signedIn' || flow.step !== 'credentials') return <SignInSteps flow={flow} texts={texts} />;
  if (!settings) return error ? <Failure text={texts.errors.other} /> : <p role="status">{texts.forms.loading}</p>;
  const signInLink = signInUrl && (
    <ul className="portico-links">
      <li>
        {signUp.already} <a href={signInUrl}>{signUp.toSignIn}</a>
      </li>
    </ul>
  );
  if (settings.signUp === 'CLOSED') {
    return (
      <Panel title={signUp.closedTitle} lead={signUp.closedLead(settings.siteName)}>
        {signInLink}
      </Panel>
    );
  }
  const fields = profileFields(settings, texts);
  const onSubmit = (data: FormData): void => {
    const profile = readProfile(fields, data);
    const email = textOf(data, 'email').trim();
    const fieldErrors = profileErrors(fields, profile, texts);
    const isInvalid = Object.keys(fieldErrors).length > 0;
    setValues({ ...profile, email });
    setLocalErrors(isInvalid ? fieldErrors : NO_ERRORS);
    if (isInvalid) return;
    void flow.signUp({
      email,
      password: textOf(data, 'password'),
      profile: toIdentityProfile(fields, profile),
      captchaToken: textOf(data, 'captcha'),
    });
  };
  const errors = localErrors === NO_ERRORS ? flow.errors : localErrors;
  return (
    <Panel title={signUp.title} lead={signUp.lead(settings.siteName)}>
      <SignUpForm
        control={{ values, errors, pending: flow.pending, onSubmit }}
        fields={fields}
        shortestPassword={settings.shortestPassword}
        captcha={captcha ?? <Captcha texts={texts} />}
        texts={texts}
      />
      {signInLink}
    </Panel>
  );
}

interface SignUpFormProps {
  readonly control: FormControl;
  readonly fields: readonly ProfileField[];
  readonly shortestPassword?: number;
  readonly captcha: ReactNode;
  readonly texts: Texts;
}

function SignUpForm({ control, fields, shortestPassword, captcha, texts }: SignUpFormProps) {
  const id = useId();
  const { values = {} } = control;
  return (
    <IdentityForm control={control} submitText={texts.signUp.button} captcha={captcha} texts={texts}>
      <ProfileInputs fields={fields} values={values} texts={texts} />
      <Field
        id={`${id}email`}
        label={<RequiredLabel>{texts.fields.email}</RequiredLabel>}
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={values.email}
        required
      />
      <NewPasswordField
        id={`${id}password`}
        label={<RequiredLabel>{texts.fields.password}</RequiredLabel>}
        name="password"
        shortest={shortestPassword}
        texts={texts}
      />
    </IdentityForm>
  );
}
