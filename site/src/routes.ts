import { index, type RouteConfig, route } from '@react-router/dev/routes';

/** First path segments that the API uses (`forms`, `data`, `members`, …) are not the site's to take. */
export default [
  index('home/HomePage.tsx'),
  route('c/:collectionId', 'data/CollectionPage.tsx'),
  route('c/:collectionId/:itemId', 'data/ItemPage.tsx'),
  route('form/:formId', 'forms/FormPage.tsx'),
  route('form/:formId/:call', 'forms/form-call.ts'),
  route('sign-in', 'identity/SignInPage.tsx'),
  route('sign-up', 'identity/SignUpPage.tsx'),
  route('verify-email', 'identity/VerifyEmailPage.tsx'),
  route('complete-profile', 'identity/CompleteProfilePage.tsx'),
  route('waiting', 'identity/WaitingPage.tsx'),
  route('forgot-password', 'identity/ForgotPasswordPage.tsx'),
  route('reset-password', 'identity/ResetPasswordPage.tsx'),
  route('activate', 'identity/ActivatePage.tsx'),
  route('account', 'identity/account/AccountPage.tsx'),
  route('account/export', 'identity/account/export.ts'),
  route('sign-out', 'identity/sign-out.ts'),
  route('signed-out', 'identity/SignedOutPage.tsx'),
  route('*', 'layout/NotFoundPage.tsx'),
] satisfies RouteConfig;
