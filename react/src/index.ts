/** React components and hooks for sites on Portico. They are unstyled: use their `portico-…` classes. */
export { isClosed } from './forms/ClosedForm.tsx';
export { errorText } from './forms/error-text.ts';
export { Form, type FormProps } from './forms/Form.tsx';
export type { FormRejection, FormSite, PorticoFormProps, SubmittedForm } from './forms/form-props.ts';
export { PorticoForm } from './forms/PorticoForm.tsx';
export { RichContent } from './forms/RichContent.tsx';
export { redirectOf } from './forms/redirect.ts';
export { ThankYou, type ThankYouProps } from './forms/ThankYou.tsx';
export { loadPhones } from './forms/values/engines.ts';
export {
  ADD_ROW,
  CAPTCHA_NAME,
  fileName,
  HONEYPOT_NAME,
  KEY_NAME,
  pathOf,
  TICKET_NAME,
} from './forms/values/names.ts';
export { readValues } from './forms/values/read-values.ts';
export { describeForm } from './forms/view/describe-form.ts';
export type { FieldView, FormView } from './forms/view/field-view.ts';
export { schemaOf } from './forms/view/schema-of.ts';
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
