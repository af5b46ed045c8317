import { useId } from 'react';
import { en, type Texts } from '../texts/index.ts';
import { Field, FormError, Hidden } from './Field.tsx';
import { NewPasswordField, UnseenUsername } from './PasswordField.tsx';

export interface NewPasswordFormProps {
  /** address to post to; absent: the page's own */
  readonly action?: string;
  /** whose password it is: for password managers */
  readonly email: string;
  /** the present password is asked too, as `currentPassword` */
  readonly withCurrent?: boolean;
  readonly shortestPassword?: number;
  readonly submitText: string;
  /** tells this form from others on the page, as `intent` */
  readonly intent?: string;
  /** one sentence each; `form` is about the whole */
  readonly errors?: { readonly form?: string; readonly currentPassword?: string; readonly newPassword?: string };
  /** in which language, English unless it is given */
  readonly texts?: Texts;
}

const NOTHING = {};

/** A new password, posted as `newPassword`: after a mail's link, or for somebody who is signed in. */
export function NewPasswordForm(props: NewPasswordFormProps) {
  const { action, email, withCurrent = false, shortestPassword, submitText, intent } = props;
  const { errors = NOTHING, texts = en }: Pick<NewPasswordFormProps, 'errors' | 'texts'> = props;
  const id = useId();
  return (
    <form className="portico-form" method="post" action={action}>
      <Hidden values={{ intent }} />
      <FormError text={errors.form} />
      <UnseenUsername email={email} label={texts.fields.email} />
      {withCurrent && (
        <Field
          id={`${id}current`}
          label={texts.fields.currentPassword}
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          error={errors.currentPassword}
          required
        />
      )}
      <NewPasswordField
        id={`${id}new`}
        label={texts.fields.newPassword}
        name="newPassword"
        error={errors.newPassword}
        shortest={shortestPassword}
        texts={texts}
      />
      <button className="portico-button" type="submit">
        {submitText}
      </button>
    </form>
  );
}
