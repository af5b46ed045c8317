import { useId } from 'react';
import type { Texts } from '../texts/index.ts';
import { Field } from './Field.tsx';
import type { FormControl } from './form-control.ts';
import { IdentityForm } from './IdentityForm.tsx';

/** The form to delete an account. Members confirm it with their e-mail address. */
export function DeleteForm({ control, texts }: { control: FormControl; texts: Texts }) {
  const id = useId();
  const { account } = texts;
  return (
    <IdentityForm control={control} submitText={account.deleteButton} texts={texts} danger>
      <Field id={`${id}email`} label={account.deleteConfirm} name="email" type="email" autoComplete="off" required />
    </IdentityForm>
  );
}
