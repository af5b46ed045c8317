import { rejectionOf, SignIn } from '@portico/react';
import { data } from 'react-router';
import { hostContext } from '../host.ts';
import { readForm } from '../posted-body.ts';
import { textsOf, useTexts } from '../texts/index.ts';
import { visitContext } from '../visit.ts';
import type { Route } from './+types/SignInPage';
import { Captcha } from './captcha/Captcha.tsx';
import { captchaOf } from './captcha/captcha.ts';
import { IdentityPage } from './IdentityPage.tsx';
import { commonFields, goTo, pathWith, requestOf, textOf } from './request.ts';

export function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const authRequest = requestOf(request);
  if (visit.member && !authRequest) throw goTo('/account');
  const { siteName, theme, signUp } = visit.settings;
  const captcha = captchaOf(visit, context.get(hostContext));
  return { siteName, ownLead: theme.signInText, open: signUp === 'OPEN', authRequest, captcha };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { browser, language } = context.get(visitContext);
  const form = await readForm(request);
  const email = textOf(form, 'email').trim();
  const password = textOf(form, 'password');
  try {
    const { redirectTo } = await browser.call('identity.session.signIn', {
      body: { email, password, ...commonFields(form) },
    });
    return goTo(redirectTo);
  } catch (error) {
    const { status, code, errors } = rejectionOf(error, textsOf(language));
    return data({ values: { email }, code, errors: { form: Object.values(errors)[0] ?? '' } }, { status });
  }
}

export default function SignInPage({ loaderData, actionData }: Route.ComponentProps) {
  const { siteName, ownLead, open, authRequest, captcha } = loaderData;
  const texts = useTexts();
  const { signIn } = texts;
  return (
    <IdentityPage
      siteName={siteName}
      title={signIn.title}
      lead={ownLead ? <bdi>{ownLead}</bdi> : signIn.lead(siteName)}
      hasErrors={actionData !== undefined}
    >
      <SignIn
        post={{ request: authRequest, ...actionData }}
        captcha={captcha && <Captcha settings={captcha} />}
        texts={texts}
      />
      <ul className="portico-links">
        <li>
          <a href={pathWith('/forgot-password', authRequest)}>{signIn.forgot}</a>
        </li>
        {open && (
          <li>
            {signIn.newHere} <a href={pathWith('/sign-up', authRequest)}>{signIn.toSignUp}</a>
          </li>
        )}
      </ul>
    </IdentityPage>
  );
}
