import { index, type RouteConfig, route } from '@react-router/dev/routes';
import { FRAME_ROUTE } from './embed/frame-route.ts';

/** Routes must not start with a path segment of the API (`forms`, `data`, `members`, …). */
export default [
  index('home/HomePage.tsx'),
  route('c/:collectionId', 'data/CollectionPage.tsx'),
  route('c/:collectionId/:itemId', 'data/ItemPage.tsx'),
  route('embed-data/forms/:formId', 'embed/form-data.ts'),
  route('embed-data/collections/:collectionId', 'embed/collection-data.ts'),
  route('form/:formId', 'forms/FormPage.tsx'),
  route('form/:formId/frame', 'forms/FormPage.tsx', { id: FRAME_ROUTE }),
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
