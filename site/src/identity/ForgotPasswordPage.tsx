import { ForgotPasswordForm, refusalOf } from '@portico/react';
import { data } from 'react-router';
import { hostContext } from '../host.ts';
import { textsOf, useTexts } from '../texts/index.ts';
import { visitContext } from '../visit.ts';
import type { Route } from './+types/ForgotPasswordPage';
import { Captcha } from './captcha/Captcha.tsx';
import { captchaOf } from './captcha/captcha.ts';
import { IdentityPage } from './IdentityPage.tsx';
import { commonOf, pathWith, requestOf, textOf } from './request.ts';

export function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const captcha = captchaOf(visit, context.get(hostContext));
  return { siteName: visit.site.name, waiting: requestOf(request), captcha };
}

/** Answers alike whether or not there is an account with the address. */
export async function action({ request, context }: Route.ActionArgs) {
  const { browser, language } = context.get(visitContext);
  const form = await request.formData();
  const email = textOf(form, 'email').trim();
  try {
    await browser.call('identity.session.forgotPassword', { body: { email, language, ...commonOf(form) } });
    return data({ email, error: undefined });
  } catch (error) {
    const { status, errors } = refusalOf(error, textsOf(language));
    return data({ email, error: Object.values(errors)[0] }, { status });
  }
}

export default function ForgotPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  const { siteName, waiting, captcha } = loaderData;
  const texts = useTexts();
  const { forgotPassword } = texts;
  const toSignIn = (
    <ul className="ways">
      <li>
        <a href={pathWith('/sign-in', waiting)}>{forgotPassword.toSignIn}</a>
      </li>
    </ul>
  );
  if (actionData && !actionData.error) {
    return (
      <IdentityPage
        siteName={siteName}
        title={forgotPassword.confirmationTitle}
        lead={forgotPassword.confirmation(actionData.email)}
      >
        <p>{forgotPassword.confirmationHelp}</p>
        <p className="actions">
          <a className="button-quiet" href={pathWith('/forgot-password', waiting)}>
            {forgotPassword.again}
          </a>
        </p>
        {toSignIn}
      </IdentityPage>
    );
  }
  return (
    <IdentityPage
      siteName={siteName}
      title={forgotPassword.title}
      lead={forgotPassword.lead}
      problem={actionData !== undefined}
    >
      <ForgotPasswordForm
        request={waiting}
        email={actionData?.email}
        error={actionData?.error}
        captcha={captcha && <Captcha settings={captcha} />}
        texts={texts}
      />
      {toSignIn}
    </IdentityPage>
  );
}
