import { useId } from 'react';
import { en, type Texts } from '../texts/index.ts';
import { Field, FormError, Hidden } from './Field.tsx';
import { HiddenUsername, NewPasswordField } from './PasswordField.tsx';

export interface NewPasswordFormProps {
  /** URL to post to. The default is the page's own. */
  readonly action?: string;
  /** E-mail address of the account, for password managers. */
  readonly email: string;
  /** Also requires the current password, posted as `currentPassword`. */
  readonly withCurrent?: boolean;
  readonly shortestPassword?: number;
  readonly submitText: string;
  /** Posted as `intent`, to distinguish this form from others on the page. */
  readonly intent?: string;
  /** One sentence each. `form` is an error of the form itself. */
  readonly errors?: { readonly form?: string; readonly currentPassword?: string; readonly newPassword?: string };
  /** Language of the texts. The default is English. */
  readonly texts?: Texts;
}

const NOTHING = {};

/** A form that posts a new password as `newPassword`, with the token of a mail or for a signed-in member. */
export function NewPasswordForm(props: NewPasswordFormProps) {
  const { action, email, withCurrent = false, shortestPassword, submitText, intent } = props;
  const { errors = NOTHING, texts = en }: Pick<NewPasswordFormProps, 'errors' | 'texts'> = props;
  const id = useId();
  return (
    <form className="portico-form" method="post" action={action}>
      <Hidden values={{ intent }} />
      <FormError text={errors.form} />
      <HiddenUsername email={email} label={texts.fields.email} />
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
