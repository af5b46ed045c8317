import { profileErrors, profileFields, readProfile, refusalOf, SignUpForm, toIdentityProfile } from '@portico/react';
import { data } from 'react-router';
import { hostContext } from '../host.ts';
import { textsOf, useTexts } from '../texts/index.ts';
import { type Visit, visitContext } from '../visit.ts';
import type { Route } from './+types/SignUpPage';
import { Captcha } from './captcha/Captcha.tsx';
import { captchaOf } from './captcha/captcha.ts';
import { IdentityPage } from './IdentityPage.tsx';
import { commonOf, goTo, pathWith, requestOf, textOf } from './request.ts';

export function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const waiting = requestOf(request);
  if (visit.member && !waiting) throw goTo('/account');
  const { siteName, theme, signUp, shortestPassword } = visit.settings;
  return {
    siteName,
    ownLead: theme.signUpText,
    open: signUp === 'OPEN',
    waiting,
    shortestPassword,
    fields: fieldsOf(visit),
    captcha: captchaOf(visit, context.get(hostContext)),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const texts = textsOf(visit.language);
  const form = await request.formData();
  const fields = fieldsOf(visit);
  const given = readProfile(fields, form);
  const email = textOf(form, 'email').trim();
  const values = { ...given, email };
  const wrong = profileErrors(fields, given, texts);
  if (Object.keys(wrong).length > 0) return data({ values, errors: wrong }, { status: 400 });
  const profile = toIdentityProfile(fields, given);
  const body = { email, password: textOf(form, 'password'), profile, language: visit.language, ...commonOf(form) };
  try {
    // As the visitor, who stays on record: what was made before can be claimed.
    const { redirectTo } = await visit.client.call('identity.session.signUp', { body });
    return goTo(redirectTo);
  } catch (error) {
    const { status, errors } = refusalOf(error, texts);
    return data({ values, errors }, { status });
  }
}

const fieldsOf = ({ settings, language }: Visit) => profileFields(settings, textsOf(language));

export default function SignUpPage({ loaderData, actionData }: Route.ComponentProps) {
  const { siteName, ownLead, open, waiting, shortestPassword, fields, captcha } = loaderData;
  const texts = useTexts();
  const { signUp } = texts;
  const signIn = pathWith('/sign-in', waiting);
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
      problem={actionData !== undefined}
    >
      <SignUpForm
        request={waiting}
        fields={fields}
        shortestPassword={shortestPassword}
        values={actionData?.values}
        errors={actionData?.errors}
        captcha={captcha && <Captcha settings={captcha} />}
        texts={texts}
      />
      <ul className="ways">
        <li>
          {signUp.already} <a href={signIn}>{signUp.toSignIn}</a>
        </li>
      </ul>
    </IdentityPage>
  );
}
