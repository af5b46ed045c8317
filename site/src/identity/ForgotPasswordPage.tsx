import { ResetPassword, rejectionOf } from '@portico/react';
import { data } from 'react-router';
import { hostContext } from '../host.ts';
import { readForm } from '../posted-body.ts';
import { textsOf, useTexts } from '../texts/index.ts';
import { visitContext } from '../visit.ts';
import type { Route } from './+types/ForgotPasswordPage';
import { Captcha } from './captcha/Captcha.tsx';
import { captchaOf } from './captcha/captcha.ts';
import { IdentityPage } from './IdentityPage.tsx';
import { commonFields, pathWith, requestOf, textOf } from './request.ts';

export function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const captcha = captchaOf(visit, context.get(hostContext));
  return { siteName: visit.site.name, authRequest: requestOf(request), captcha };
}

/** Responds in the same way whether or not an account with the address exists. */
export async function action({ request, context }: Route.ActionArgs) {
  const { browser, language } = context.get(visitContext);
  const form = await readForm(request);
  const email = textOf(form, 'email').trim();
  try {
    await browser.call('identity.session.forgotPassword', { body: { email, language, ...commonFields(form) } });
    return data({ values: { email }, errors: undefined });
  } catch (error) {
    const { status, errors } = rejectionOf(error, textsOf(language));
    return data({ values: { email }, errors: { form: Object.values(errors)[0] ?? '' } }, { status });
  }
}

export default function ForgotPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  const { siteName, authRequest, captcha } = loaderData;
  const texts = useTexts();
  const { forgotPassword } = texts;
  const signInLink = (
    <ul className="portico-links">
      <li>
        <a href={pathWith('/sign-in', authRequest)}>{forgotPassword.toSignIn}</a>
      </li>
    </ul>
  );
  if (actionData && !actionData.errors) {
    return (
      <IdentityPage
        siteName={siteName}
        title={forgotPassword.confirmationTitle}
        lead={forgotPassword.confirmation(actionData.values.email)}
      >
        <p>{forgotPassword.confirmationHelp}</p>
        <p className="actions">
          <a className="button-quiet" href={pathWith('/forgot-password', authRequest)}>
            {forgotPassword.again}
          </a>
        </p>
        {signInLink}
      </IdentityPage>
    );
  }
  return (
    <IdentityPage
      siteName={siteName}
      title={forgotPassword.title}
      lead={forgotPassword.lead}
      hasErrors={actionData !== undefined}
    >
      <ResetPassword
        post={{ request: authRequest, ...actionData }}
        captcha={captcha && <Captcha settings={captcha} />}
        texts={texts}
      />
      {signInLink}
    </IdentityPage>
  );
}
