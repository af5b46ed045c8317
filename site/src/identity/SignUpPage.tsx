import { profileErrors, profileFields, readProfile, rejectionOf, SignUp, toIdentityProfile } from '@portico/react';
import { data } from 'react-router';
import { hostContext } from '../host.ts';
import { readForm } from '../posted-body.ts';
import { textsOf, useTexts } from '../texts/index.ts';
import { type Visit, visitContext } from '../visit.ts';
import type { Route } from './+types/SignUpPage';
import { Captcha } from './captcha/Captcha.tsx';
import { captchaOf } from './captcha/captcha.ts';
import { IdentityPage } from './IdentityPage.tsx';
import { commonFields, goTo, pathWith, requestOf, textOf } from './request.ts';

export function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const authRequest = requestOf(request);
  if (visit.member && !authRequest) throw goTo('/account');
  const { siteName, theme, signUp, shortestPassword } = visit.settings;
  return {
    siteName,
    ownLead: theme.signUpText,
    open: signUp === 'OPEN',
    authRequest,
    shortestPassword,
    fields: fieldsOf(visit),
    captcha: captchaOf(visit, context.get(hostContext)),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const texts = textsOf(visit.language);
  const form = await readForm(request);
  const fields = fieldsOf(visit);
  const profileInput = readProfile(fields, form);
  const email = textOf(form, 'email').trim();
  const values = { ...profileInput, email };
  const fieldErrors = profileErrors(fields, profileInput, texts);
  if (Object.keys(fieldErrors).length > 0) return data({ values, errors: fieldErrors }, { status: 400 });
  const profile = toIdentityProfile(fields, profileInput);
  const body = { email, password: textOf(form, 'password'), profile, language: visit.language, ...commonFields(form) };
  try {
    // Calls as the visitor, so that the visitor's earlier submissions and items pass to the new member.
    const { redirectTo } = await visit.client.call('identity.session.signUp', { body });
    return goTo(redirectTo);
  } catch (error) {
    const { status, errors } = rejectionOf(error, texts);
    return data({ values, errors }, { status });
  }
}

const fieldsOf = ({ settings, language }: Visit) => profileFields(settings, textsOf(language));

export default function SignUpPage({ loaderData, actionData }: Route.ComponentProps) {
  const { siteName, ownLead, open, authRequest, shortestPassword, fields, captcha } = loaderData;
  const texts = useTexts();
  const { signUp } = texts;
  const signIn = pathWith('/sign-in', authRequest);
  if (!open) {
    return (
      <IdentityPage siteName={siteName} title={signUp.closedTitle} lead={signUp.closedLead(siteName)}>
        <p className="actions">
          <a className="portico-button" href={signIn}>
            {signUp.toSignIn}
          </a>
        </p>
      </IdentityPage>
    );
  }
  return (
    <IdentityPage
      siteName={siteName}
      title={signUp.title}
      lead={ownLead ? <bdi>{ownLead}</bdi> : signUp.lead(siteName)}
      hasErrors={actionData !== undefined}
    >
      <SignUp
        post={{ request: authRequest, fields, shortestPassword, ...actionData }}
        captcha={captcha && <Captcha settings={captcha} />}
        texts={texts}
      />
      <ul className="portico-links">
        <li>
          {signUp.already} <a href={signIn}>{signUp.toSignIn}</a>
        </li>
      </ul>
    </IdentityPage>
  );
}
