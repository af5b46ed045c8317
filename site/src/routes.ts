import { index, type RouteConfig, route } from '@react-router/dev/routes';

/** First path segments that the API uses (`forms`, `data`, `members`, …) are not the site's to take. */
export default [
  index('home/HomePage.tsx'),
  route('c/:collectionId', 'data/CollectionPage.tsx'),
  route('c/:collectionId/:itemId', 'data/ItemPage.tsx'),
  route('form/:formId', 'forms/FormPage.tsx'),
  route('sign-in', 'identity/SignInPage.tsx'),
  route('sign-up', 'identity/SignUpPage.tsx'),
  route('account', 'identity/AccountPage.tsx'),
  route('sign-out', 'identity/sign-out.ts'),
  route('*', 'layout/NotFoundPage.tsx'),
] satisfies RouteConfig;
