import { readCode, rejectionOf, VerifyEmail } from '@portico/react';
import { data, redirect } from 'react-router';
import { readForm } from '../posted-body.ts';
import { textsOf, useTexts } from '../texts/index.ts';
import { visitContext } from '../visit.ts';
import type { Route } from './+types/VerifyEmailPage';
import { IdentityPage } from './IdentityPage.tsx';
import { commonFields, goTo, pathWith, requestOf, textOf } from './request.ts';
import { requireStep } from './step.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const authRequest = requestOf(request);
  const { email } = await requireStep(visit, 'REQUIRE_EMAIL_VERIFICATION', authRequest);
  return { siteName: visit.site.name, email, authRequest, resent: new URL(request.url).searchParams.has('resent') };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { browser, language } = context.get(visitContext);
  const form = await readForm(request);
  const common = commonFields(form);
  try {
    if (textOf(form, 'intent') === 'resend') {
      await browser.call('identity.session.resend', { body: {} });
      const search = new URLSearchParams({ ...(common.request ? { state: common.request } : {}), resent: '1' });
      // Redirects after the POST, so that a reload does not send another mail.
      return redirect(`/verify-email?${search}`);
    }
    const { redirectTo } = await browser.call('identity.session.verify', { body: { code: readCode(form), ...common } });
    return goTo(redirectTo);
  } catch (error) {
    const { status, errors } = rejectionOf(error, textsOf(language));
    return data({ errors: { code: Object.values(errors)[0] ?? '' } }, { status });
  }
}

export default function VerifyEmailPage({ loaderData, actionData }: Route.ComponentProps) {
  const { siteName, email, authRequest, resent } = loaderData;
  const texts = useTexts();
  const { verifyEmail } = texts;
  return (
    <IdentityPage
      siteName={siteName}
      title={verifyEmail.title}
      lead={verifyEmail.lead(email)}
      hasErrors={actionData !== undefined}
    >
      <VerifyEmail post={{ request: authRequest, isResent: resent && !actionData, ...actionData }} texts={texts} />
      <ul className="portico-links">
        <li>
          <a href={pathWith('/sign-up', authRequest)}>{verifyEmail.otherAddress}</a>
        </li>
      </ul>
    </IdentityPage>
  );
}
