import { MIN_PASSWORD_LENGTH } from '@portico/domain/passwords';
import type { Texts } from '../texts/index.ts';
import { Field } from './Field.tsx';

interface NewPasswordFieldProps {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly error?: string;
  readonly shortest?: number;
  readonly texts: Texts;
}

/** A password to be chosen: managers offer one that fits the rules. */
export function NewPasswordField({ shortest = MIN_PASSWORD_LENGTH, texts, ...field }: NewPasswordFieldProps) {
  return (
    <Field
      {...field}
      // Read by password managers; React's types do not know it.
      {...{ passwordrules: `minlength: ${shortest};` }}
      type="password"
      autoComplete="new-password"
      help={texts.fields.passwordHelp(shortest)}
      minLength={shortest}
      required
    />
  );
}

/** Tells password managers whose password it is, where the form itself asks for no address. */
export function UnseenUsername({ email, label }: { email: string; label: string }) {
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
