/** React components and hooks for sites on Portico. They bring no styles: style their `portico-…` classes. */
export { describeForm, type FieldView, type FormView } from './forms/describe-form.ts';
export { errorText } from './forms/error-text.ts';
export { PorticoForm, type PorticoFormProps } from './forms/PorticoForm.tsx';
export { RichContent } from './forms/RichContent.tsx';
export { readValues } from './forms/read-values.ts';
export { ThankYou } from './forms/ThankYou.tsx';
export { SignInForm, type SignInFormProps } from './identity/SignInForm.tsx';
export { SignUpForm, type SignUpFormProps } from './identity/SignUpForm.tsx';
export { PorticoProvider, usePortico } from './PorticoProvider.tsx';
