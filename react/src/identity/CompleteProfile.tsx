import { useState } from 'react';
import { useTexts } from '../provider/PorticoProvider.tsx';
import type { Texts } from '../texts/index.ts';
import { type FormErrors, type FormPost, NO_ERRORS } from './form-control.ts';
import { IdentityForm } from './IdentityForm.tsx';
import { ProfileInputs } from './ProfileInputs.tsx';
import {
  allProfileFields,
  type ProfileField,
  profileErrors,
  readProfile,
  toIdentityProfile,
} from './profile-fields.ts';
import type { SignInFlow } from './use-sign-in-flow.ts';
import { useSignInSettings } from './use-sign-in-settings.ts';

export interface CompleteProfileProps {
  /** Required if a server handles the form. Each field is posted under its key; read the fields with `readProfile`. */
  readonly post?: FormPost & { readonly fields: readonly ProfileField[] };
  /** The sign-in that waits for the fields: the result of `useSignIn` or `useSignUp`. */
  readonly flow?: SignInFlow;
  readonly texts?: Texts;
}

/** Asks for the profile fields that the site requires before a member may sign in. Also part of SignIn and SignUp. */
export function CompleteProfile({ post, flow, texts: ownTexts }: CompleteProfileProps) {
  const texts = useTexts(ownTexts);
  if (flow) return <ConnectedCompleteProfile flow={flow} texts={texts} />;
  if (!post) throw new Error('CompleteProfile needs the property flow or post.');
  return (
    <IdentityForm control={post} submitText={texts.completeProfile.button} texts={texts}>
      <ProfileInputs fields={post.fields} values={post.values ?? {}} texts={texts} />
    </IdentityForm>
  );
}

function ConnectedCompleteProfile({ flow, texts }: { flow: SignInFlow; texts: Texts }) {
  const { settings } = useSignInSettings();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [localErrors, setLocalErrors] = useState<FormErrors>(NO_ERRORS);
  const { missingFields, pending } = flow;
  if (!settings) return <p role="status">{texts.forms.loading}</p>;
  const all = allProfileFields({ ...settings, requiredFields: [...missingFields] }, texts);
  const fields = all.filter(({ required }) => required);
  const errors = localErrors === NO_ERRORS ? flow.errors : localErrors;
  const onSubmit = (data: FormData): void => {
    const entered = readProfile(fields, data);
    const fieldErrors = profileErrors(fields, entered, texts);
    const isInvalid = Object.keys(fieldErrors).length > 0;
    setValues(entered);
    setLocalErrors(isInvalid ? fieldErrors : NO_ERRORS);
    if (!isInvalid) void flow.completeProfile(toIdentityProfile(fields, entered));
  };
  return (
    <IdentityForm control={{ errors, pending, onSubmit }} submitText={texts.completeProfile.button} texts={texts}>
      <ProfileInputs fields={fields} values={values} texts={texts} />
    </IdentityForm>
  );
}
