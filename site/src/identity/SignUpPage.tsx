import { SignUpForm } from '@portico/react';
import { data, Link, redirect, redirectDocument } from 'react-router';
import { visitContext } from '../visit.ts';
import type { Route } from './+types/SignUpPage';
import { credentialsOf, requestOf, signUpErrorsOf } from './sign-in-answers.ts';

export function loader({ request, context }: Route.LoaderArgs) {
  const { member, site } = context.get(visitContext);
  const waiting = requestOf(request);
  if (member && !waiting) throw redirect('/account');
  return { siteName: site.name, waiting };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { browser } = context.get(visitContext);
  const form = await request.formData();
  const credentials = credentialsOf(form);
  const nickname = String(form.get('nickname') ?? '').trim();
  try {
    const body = { ...credentials, ...(nickname ? { profile: { nickname } } : {}) };
    const { redirectTo } = await browser.call('identity.session.signUp', { body });
    return redirectDocument(redirectTo);
  } catch (error) {
    const { status, errors } = signUpErrorsOf(error);
    return data({ values: { nickname, email: credentials.email }, errors }, { status });
  }
}

export default function SignUpPage({ loaderData, actionData }: Route.ComponentProps) {
  const { siteName, waiting } = loaderData;
  return (
    <div className="page page-form">
      <title>{`${actionData?.errors ? 'Problem: ' : ''}Sign up · ${siteName}`}</title>
      <h1>Sign up</h1>
      <p className="lead">Become a member of {siteName}.</p>
      <SignUpForm request={waiting} values={actionData?.values} errors={actionData?.errors} />
      <p>
        Already a member?{' '}
        <Link to={{ pathname: '/sign-in', search: waiting ? `?${new URLSearchParams({ state: waiting })}` : '' }}>
          Sign in
        </Link>
      </p>
    </div>
  );
}
