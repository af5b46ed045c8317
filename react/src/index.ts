/** React components and hooks for sites on Portico. They bring no styles: style their `portico-…` classes. */
export { describeForm, type FieldView, type FormView } from './forms/describe-form.ts';
export { errorText } from './forms/error-text.ts';
export { PorticoForm, type PorticoFormProps } from './forms/PorticoForm.tsx';
export { RichContent } from './forms/RichContent.tsx';
export { readValues } from './forms/read-values.ts';
export { ThankYou } from './forms/ThankYou.tsx';
export { ForgotPasswordForm, type ForgotPasswordFormProps } from './identity/ForgotPasswordForm.tsx';
export { NewPasswordForm, type NewPasswordFormProps } from './identity/NewPasswordForm.tsx';
export { ProfileForm, type ProfileFormProps } from './identity/ProfileForm.tsx';
export {
  allProfileFields,
  type ProfileField,
  profileErrors,
  profileFields,
  profileValues,
  readProfile,
  toIdentityProfile,
  toMemberChanges,
} from './identity/profile-fields.ts';
export { type Refusal, refusalOf } from './identity/refusals.ts';
export { SessionList, type SessionListProps, type ShownSession } from './identity/SessionList.tsx';
export { SignInForm, type SignInFormProps } from './identity/SignInForm.tsx';
export { SignUpForm, type SignUpFormProps } from './identity/SignUpForm.tsx';
export { readCode, VerifyEmailForm, type VerifyEmailFormProps } from './identity/VerifyEmailForm.tsx';
export { PorticoProvider, usePortico } from './PorticoProvider.tsx';
export { type Texts, textsOf } from './texts/index.ts';
