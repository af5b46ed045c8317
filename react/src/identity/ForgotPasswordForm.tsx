import { useId } from 'react';
import { en } from '../texts/index.ts';
import { Field, FormError, Hidden } from './Field.tsx';
import type { GuardedFormProps } from './form-props.ts';

export interface ForgotPasswordFormProps extends GuardedFormProps {
  /** The previously entered value. */
  readonly email?: string;
  /** One sentence. Absent without an error. */
  readonly error?: string;
}

/** A form that requests a link for a new password. Posts `email`, `request` and `captcha`. */
export function ForgotPasswordForm({ action, request, email, error, captcha, texts = en }: ForgotPasswordFormProps) {
  const id = useId();
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
      />
      {captcha}
      <button className="portico-button" type="submit">
        {texts.forgotPassword.button}
      </button>
    </form>
  );
}
