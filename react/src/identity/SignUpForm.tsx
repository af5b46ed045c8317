import { useId } from 'react';
import { FormError } from './SignInForm.tsx';

export interface SignUpFormProps {
  /** the signed request of an app that waits for the sign-in; carried along */
  readonly request?: string | null;
  /** what was entered before */
  readonly values?: { readonly nickname?: string; readonly email?: string };
  /** one sentence each; absent while nothing is wrong. `form` is about the whole */
  readonly errors?: { readonly form?: string; readonly email?: string; readonly password?: string };
}

export const SHORTEST_PASSWORD = 8;

/** Name, e-mail and password, posted as a plain form: `nickname`, `email`, `password` and, where it came along, `request`. */
export function SignUpForm({ request, values = {}, errors = {} }: SignUpFormProps) {
  const id = useId();
  return (
    <form className="portico-form" method="post">
      {request && <input type="hidden" name="request" value={request} />}
      <FormError id={id} text={errors.form} />
      <Field
        id={`${id}nickname`}
        label="Name"
        name="nickname"
        type="text"
        autoComplete="nickname"
        value={values.nickname}
      />
      <Field
        id={`${id}email`}
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        value={values.email}
        error={errors.email}
        required
      />
      <Field
        id={`${id}password`}
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        help={`At least ${SHORTEST_PASSWORD} characters. A few words make a good one.`}
        error={errors.password}
        minLength={SHORTEST_PASSWORD}
        required
      />
      <button className="portico-button" type="submit">
        Sign up
      </button>
    </form>
  );
}

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly name: string;
  readonly type: string;
  readonly autoComplete: string;
  readonly value?: string;
  readonly help?: string;
  readonly error?: string;
  readonly minLength?: number;
  readonly required?: boolean;
}

function Field({ id, label, help, error, value, ...input }: FieldProps) {
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="portico-field">
      <label className="portico-label" htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        className="portico-input"
        id={id}
        defaultValue={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
      />
      {help && (
        <p className="portico-help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {error && (
        <p className="portico-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
