import { useId } from 'react';

export interface SignInFormProps {
  /** the signed request of an app that waits for the sign-in; carried along */
  readonly request?: string | null;
  /** what was entered before */
  readonly email?: string;
  /** one sentence; absent while nothing is wrong */
  readonly error?: string;
}

/** E-mail and password, posted as a plain form: `email`, `password` and, where it came along, `request`. */
export function SignInForm({ request, email, error }: SignInFormProps) {
  const id = useId();
  return (
    <form className="portico-form" method="post">
      {request && <input type="hidden" name="request" value={request} />}
      <FormError id={id} text={error} />
      <div className="portico-field">
        <label className="portico-label" htmlFor={`${id}email`}>
          E-mail
        </label>
        <input
          className="portico-input"
          id={`${id}email`}
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={email}
          required
          aria-describedby={error ? `${id}error` : undefined}
        />
      </div>
      <div className="portico-field">
        <label className="portico-label" htmlFor={`${id}password`}>
          Password
        </label>
        <input
          className="portico-input"
          id={`${id}password`}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          aria-describedby={error ? `${id}error` : undefined}
        />
      </div>
      <button className="portico-button" type="submit">
        Sign in
      </button>
    </form>
  );
}

/** What went wrong with the whole form, read out when it appears. */
export function FormError({ id, text }: { id: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <div className="portico-summary" role="alert" id={`${id}error`}>
      <p>{text}</p>
    </div>
  );
}
