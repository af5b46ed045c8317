import { useId } from 'react';
import { en } from '../texts/index.ts';
import { Field, FormError, Hidden } from './Field.tsx';
import type { GuardedFormProps } from './form-props.ts';

export interface SignInFormProps extends GuardedFormProps {
  /** The previously entered value. */
  readonly email?: string;
  /** One sentence. Absent without an error. */
  readonly error?: string;
}

/** A form that posts `email`, `password`, `request` and `captcha`. */
export function SignInForm({ action, request, email, error, captcha, texts = en }: SignInFormProps) {
  const id = useId();
  const invalid = error ? true : undefined;
  return (
    <form className="portico-form" method="post" action={action}>
      <Hidden values={{ request }} />
      <FormError text={error} />
      <Field
        id={`${id}email`}
        label={texts.fields.email}
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email}
        required
        aria-invalid={invalid}
      />
      <Field
        id={`${id}password`}
        label={texts.fields.password}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        aria-invalid={invalid}
      />
      {captcha}
      <button className="portico-button" type="submit">
        {texts.signIn.button}
      </button>
    </form>
  );
}
