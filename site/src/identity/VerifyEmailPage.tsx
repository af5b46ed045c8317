import { readCode, refusalOf, VerifyEmailForm } from '@portico/react';
import { data, redirect } from 'react-router';
import { textsOf, useTexts } from '../texts/index.ts';
import { visitContext } from '../visit.ts';
import type { Route } from './+types/VerifyEmailPage';
import { IdentityPage } from './IdentityPage.tsx';
import { commonOf, goTo, pathWith, requestOf, textOf } from './request.ts';
import { requireStep } from './step.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const waiting = requestOf(request);
  const { email } = await requireStep(visit, 'REQUIRE_EMAIL_VERIFICATION', waiting);
  return { siteName: visit.site.name, email, waiting, resent: new URL(request.url).searchParams.has('resent') };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { browser, language } = context.get(visitContext);
  const form = await request.formData();
  const common = commonOf(form);
  try {
    if (textOf(form, 'intent') === 'resend') {
      await browser.call('identity.session.resend', { body: {} });
      const search = new URLSearchParams({ ...(common.request ? { state: common.request } : {}), resent: '1' });
      // Elsewhere after the post: reloading the page must not send another mail.
      return redirect(`/verify-email?${search}`);
    }
    const { redirectTo } = await browser.call('identity.session.verify', { body: { code: readCode(form), ...common } });
    return goTo(redirectTo);
  } catch (error) {
    const { status, errors } = refusalOf(error, textsOf(language));
    return data({ error: Object.values(errors)[0] }, { status });
  }
}

export default function VerifyEmailPage({ loaderData, actionData }: Route.ComponentProps) {
  const { siteName, email, waiting, resent } = loaderData;
  const texts = useTexts();
  const { verifyEmail } = texts;
  const error = actionData?.error;
  return (
    <IdentityPage
      siteName={siteName}
      title={verifyEmail.title}
      lead={verifyEmail.lead(email)}
      problem={error !== undefined}
    >
      <VerifyEmailForm request={waiting} error={error} resent={resent && !error} texts={texts} />
      <ul className="ways">
        <li>
          <a href={pathWith('/sign-up', waiting)}>{verifyEmail.otherAddress}</a>
        </li>
      </ul>
    </IdentityPage>
  );
}
