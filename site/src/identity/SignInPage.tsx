import { SignInForm } from '@portico/react';
import { data, Link, redirect, redirectDocument } from 'react-router';
import { visitContext } from '../visit.ts';
import type { Route } from './+types/SignInPage';
import { credentialsOf, requestOf, signInErrorOf } from './sign-in-answers.ts';

export function loader({ request, context }: Route.LoaderArgs) {
  const { member, site } = context.get(visitContext);
  const waiting = requestOf(request);
  if (member && !waiting) throw redirect('/account');
  return { siteName: site.name, waiting };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { browser } = context.get(visitContext);
  const credentials = credentialsOf(await request.formData());
  try {
    const { redirectTo } = await browser.call('identity.session.signIn', { body: credentials });
    // A whole page load: it may lead to the API, or to the app that waits.
    return redirectDocument(redirectTo);
  } catch (error) {
    const { status, text } = signInErrorOf(error);
    return data({ email: credentials.email, error: text }, { status });
  }
}

export default function SignInPage({ loaderData, actionData }: Route.ComponentProps) {
  const { siteName, waiting } = loaderData;
  return (
    <div className="page page-form">
      <title>{`${actionData?.error ? 'Problem: ' : ''}Sign in · ${siteName}`}</title>
      <h1>Sign in</h1>
      <p className="lead">Good to see you again at {siteName}.</p>
      <SignInForm request={waiting} email={actionData?.email} error={actionData?.error} />
      <p>
        New here?{' '}
        <Link to={{ pathname: '/sign-up', search: waiting ? `?${new URLSearchParams({ state: waiting })}` : '' }}>
          Sign up
        </Link>
      </p>
    </div>
  );
}
