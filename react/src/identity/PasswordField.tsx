import { MIN_PASSWORD_LENGTH } from '@portico/domain/passwords';
import type { ReactNode } from 'react';
import type { Texts } from '../texts/index.ts';
import { Field } from './Field.tsx';

interface NewPasswordFieldProps {
  readonly id: string;
  readonly name: string;
  readonly label: ReactNode;
  readonly shortest?: number;
  readonly texts: Texts;
}

/** An input for a new password. It tells password managers the minimum length, so that they generate a valid one. */
export function NewPasswordField({ shortest = MIN_PASSWORD_LENGTH, texts, ...field }: NewPasswordFieldProps) {
  return (
    <Field
      {...field}
      // Password managers read this attribute; React's types lack it.
      {...{ passwordrules: `minlength: ${shortest};` }}
      type="password"
      autoComplete="new-password"
      help={texts.fields.passwordHelp(shortest)}
      minLength={shortest}
      required
    />
  );
}

/** Tells password managers which account the password belongs to, in forms without an e-mail input. */
export function HiddenUsername({ email, label }: { email: string; label: string }) {
  return (
    <input
      className="portico-unseen"
      type="email"
      name="username"
      autoComplete="username"
      aria-label={label}
      value={email}
      readOnly
      tabIndex={-1}
    />
  );
}
