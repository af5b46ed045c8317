import { useId } from 'react';
import type { Texts } from '../texts/index.ts';
import { Field } from './Field.tsx';
import type { FormControl } from './form-control.ts';
import { IdentityForm } from './IdentityForm.tsx';
import { HiddenUsername, NewPasswordField } from './PasswordField.tsx';

interface NewPasswordFormProps {
  readonly control: FormControl;
  /** E-mail address of the account, for password managers. */
  readonly email: string;
  /** If true, the form also requires the current password, posted as `currentPassword`. */
  readonly withCurrent?: boolean;
  readonly shortestPassword?: number | undefined;
  readonly submitText: string;
  readonly texts: Texts;
}

/** A form for a new password (`newPassword`), for the holder of a mailed token or for a signed-in member. */
export function NewPasswordForm(props: NewPasswordFormProps) {
  const { control, email, withCurrent = false, shortestPassword, submitText, texts } = props;
  const id = useId();
  return (
    <IdentityForm control={control} submitText={submitText} texts={texts}>
      {email && <HiddenUsername email={email} label={texts.fields.email} />}
      {withCurrent && (
        <Field
          id={`${id}current`}
          label={texts.fields.currentPassword}
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          required
        />
      )}
      <NewPasswordField
        id={`${id}new`}
        label={texts.fields.newPassword}
        name="newPassword"
        shortest={shortestPassword}
        texts={texts}
      />
    </IdentityForm>
  );
}
