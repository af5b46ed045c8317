import { refusalOf, SignInForm } from '@portico/react';
import { data } from 'react-router';
import { hostContext } from '../host.ts';
import { textsOf, useTexts } from '../texts/index.ts';
import { visitContext } from '../visit.ts';
import type { Route } from './+types/SignInPage';
import { Captcha } from './captcha/Captcha.tsx';
import { captchaOf } from './captcha/captcha.ts';
import { IdentityPage } from './IdentityPage.tsx';
import { commonOf, goTo, pathWith, requestOf, textOf } from './request.ts';

export function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const waiting = requestOf(request);
  if (visit.member && !waiting) throw goTo('/account');
  const { siteName, theme, signUp } = visit.settings;
  const captcha = captchaOf(visit, context.get(hostContext));
  return { siteName, ownLead: theme.signInText, open: signUp === 'OPEN', waiting, captcha };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { browser, language } = context.get(visitContext);
  const form = await request.formData();
  const email = textOf(form, 'email').trim();
  const password = textOf(form, 'password');
  try {
    const { redirectTo } = await browser.call('identity.session.signIn', {
      body: { email, password, ...commonOf(form) },
    });
    return goTo(redirectTo);
  } catch (error) {
    const { status, code, errors } = refusalOf(error, textsOf(language));
    return data({ email, code, error: Object.values(errors)[0] }, { status });
  }
}

export default function SignInPage({ loaderData, actionData }: Route.ComponentProps) {
  const { siteName, ownLead, open, waiting, captcha } = loaderData;
  const texts = useTexts();
  const { signIn } = texts;
  return (
    <IdentityPage
      siteName={siteName}
      title={signIn.title}
      lead={ownLead ? <bdi>{ownLead}</bdi> : signIn.lead(siteName)}
      problem={actionData !== undefined}
    >
      <SignInForm
        request={waiting}
        email={actionData?.email}
        error={actionData?.error}
        // Asked for after failures alone: the first attempt is made as easy as can be.
        captcha={captcha && actionData && <Captcha settings={captcha} />}
        texts={texts}
      />
      <ul className="ways">
        <li>
          <a href={pathWith('/forgot-password', waiting)}>{signIn.forgot}</a>
        </li>
        {open && (
          <li>
            {signIn.newHere} <a href={pathWith('/sign-up', waiting)}>{signIn.toSignUp}</a>
          </li>
        )}
      </ul>
    </IdentityPage>
  );
}
