import { useId } from 'react';
import { en } from '../texts/index.ts';
import { Field, FormError, Hidden } from './Field.tsx';
import type { GuardedFormProps } from './form-props.ts';

export interface ForgotPasswordFormProps extends GuardedFormProps {
  /** what was entered before */
  readonly email?: string;
  /** one sentence; absent while nothing is wrong */
  readonly error?: string;
}

/** The address to which a link for a new password is sent, posted as `email`, with `request` and `captcha`. */
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
