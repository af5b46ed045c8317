/**
 * React components and hooks for sites on Portico: members, collections and forms.
 * @packageDocumentation
 */
export { Captcha, type CaptchaProps } from './captcha/Captcha.tsx';
export { Collection, type CollectionProps } from './data/Collection.tsx';
export { Image, type ImageProps } from './data/Image.tsx';
export { Item, type ItemProps } from './data/Item.tsx';
export { type ItemOptions, type ItemResult, useItem } from './data/use-item.ts';
export { type Mutation, useMutation } from './data/use-mutation.ts';
export { type QueryOptions, type QueryResult, useQuery } from './data/use-query.ts';
export { isClosed } from './forms/ClosedForm.tsx';
export { errorText } from './forms/error-text.ts';
export { Form, type FormProps } from './forms/Form.tsx';
export { type UploadSettings, useUpload } from './forms/files/use-upload.ts';
export type { UploadItem, Uploads } from './forms/files/use-uploads.ts';
export type { FormRejection, FormSite, SubmittedForm } from './forms/form-props.ts';
export { RichContent } from './forms/RichContent.tsx';
export { redirectOf } from './forms/redirect.ts';
export { ThankYou, type ThankYouProps } from './forms/ThankYou.tsx';
export type { DescribedForm } from './forms/use-described-form.ts';
export { type FormState, type UseFormOptions, useForm } from './forms/use-form.ts';
export type { FormSteps, OpenForm } from './forms/use-open-form.ts';
export type { DescribedError } from './forms/values/describe-error.ts';
export { loadPhones } from './forms/values/engine-dependencies.ts';
export {
  ADD_ROW,
  CAPTCHA_NAME,
  CUSTOM_VALUE,
  countryName,
  customName,
  fileName,
  HONEYPOT_NAME,
  KEY_NAME,
  pathOf,
  priceName,
  quantityName,
  rowsName,
  TICKET_NAME,
} from './forms/values/names.ts';
export { readValues } from './forms/values/read-values.ts';
export { describeForm } from './forms/view/describe-form.ts';
export type { FieldView, FormView, StepView } from './forms/view/field-view.ts';
export { schemaOf } from './forms/view/schema-of.ts';
export { Account, type AccountPost, type AccountProps } from './identity/Account.tsx';
export { readCode } from './identity/CodeForms.tsx';
export { CompleteProfile, type CompleteProfileProps } from './identity/CompleteProfile.tsx';
export type { FormErrors, FormPost } from './identity/form-control.ts';
export { Protected, type ProtectedProps } from './identity/Protected.tsx';
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
export { ResetPassword, type ResetPasswordProps } from './identity/ResetPassword.tsx';
export { type Rejection, rejectionOf } from './identity/rejections.ts';
export { SignIn, type SignInProps } from './identity/SignIn.tsx';
export { SignUp, type SignUpProps } from './identity/SignUp.tsx';
export { UserButton, type UserButtonProps } from './identity/UserButton.tsx';
export { type AccountAction, type AccountData, type AccountState, useAccount } from './identity/use-account.ts';
export { type AuthState, useAuth } from './identity/use-auth.ts';
export { type MemberState, useMember } from './identity/use-member.ts';
export { type ResetPasswordFlow, type ResetPasswordOptions, useResetPassword } from './identity/use-reset-password.ts';
export { type RolesState, useRoles } from './identity/use-roles.ts';
export { type SignInCredentials, useSignIn } from './identity/use-sign-in.ts';
export type { SignInFlow, SignInOptions, SignInStep } from './identity/use-sign-in-flow.ts';
export { useSignInSettings } from './identity/use-sign-in-settings.ts';
export { useSignUp } from './identity/use-sign-up.ts';
export { useVerifyEmail } from './identity/use-verify-email.ts';
export { VerifyEmail, type VerifyEmailProps } from './identity/VerifyEmail.tsx';
export {
  type Portico,
  PorticoProvider,
  type PorticoProviderProps,
  usePortico,
} from './provider/PorticoProvider.tsx';
export type { Register, RegisteredSite } from './provider/register.ts';
export type { InitialSession, Session } from './provider/session-store.ts';
export { de } from './texts/de.ts';
export { he } from './texts/he.ts';
export { en, type Texts, textsOf } from './texts/index.ts';
