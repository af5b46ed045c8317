import { useId } from 'react';
import { en } from '../texts/index.ts';
import { Field, FormError, Hidden } from './Field.tsx';
import type { GuardedFormProps } from './form-props.ts';
import { NewPasswordField } from './PasswordField.tsx';
import { ProfileInputs } from './ProfileForm.tsx';
import { type ProfileField, profileFields } from './profile-fields.ts';

export interface SignUpFormProps extends GuardedFormProps {
  /** Fields in addition to e-mail and password. The default is the optional name. See `profileFields`. */
  readonly fields?: readonly ProfileField[];
  readonly shortestPassword?: number;
  /** Previously entered values: `email` and the profile's by their keys. Must not contain the password. */
  readonly values?: Readonly<Record<string, string>>;
  /** One sentence each, by `email`, `password` or the key of a profile field. `form` is an error of the form itself. */
  readonly errors?: Readonly<Record<string, string>>;
}

const NOTHING: Readonly<Record<string, string>> = {};

/** A form that posts `email`, `password`, the profile fields (`readProfile` reads them), `request` and `captcha`. */
export function SignUpForm(props: SignUpFormProps) {
  const { action, request, shortestPassword, captcha, values = NOTHING, errors = NOTHING, texts = en } = props;
  const { fields = profileFields({ requiredFields: [], memberFields: [] }, texts) } = props;
  const id = useId();
  return (
    <form className="portico-form" method="post" action={action}>
      <Hidden values={{ request }} />
      <FormError text={errors.form} />
      <ProfileInputs fields={fields} values={values} errors={errors} texts={texts} />
      <Field
        id={`${id}email`}
        label={texts.fields.email}
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={values.email}
        error={errors.email}
        required
      />
      <NewPasswordField
        id={`${id}password`}
        label={texts.fields.password}
        name="password"
        error={errors.password}
        shortest={shortestPassword}
        texts={texts}
      />
      {captcha}
      <button className="portico-button" type="submit">
        {texts.signUp.button}
      </button>
    </form>
  );
}
