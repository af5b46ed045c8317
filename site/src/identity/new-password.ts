/** Server side of the pages that set a password by a mailed link: /reset-password and /activate. */
import { refusalOf } from '@portico/react';
import { data, redirectDocument } from 'react-router';
import { textsOf } from '../texts/index.ts';
import type { Visit } from '../visit.ts';
import { openLink } from './link-token.ts';
import { textOf } from './request.ts';

export async function loadNewPassword(request: Request, visit: Visit, path: string) {
  const { token } = await openLink(request, visit, path);
  const { recovery } = token
    ? await visit.asOwnPage.call('identity.session.recovery', { body: { token } })
    : { recovery: null };
  const { siteName, shortestPassword } = visit.settings;
  return { siteName, shortestPassword, recovery };
}

export async function setNewPassword(request: Request, visit: Visit, path: string) {
  const { token, forget } = await openLink(request, visit, path);
  const password = textOf(await request.formData(), 'newPassword');
  try {
    const { redirectTo } = await visit.browser.call('identity.session.resetPassword', { body: { token, password } });
    return redirectDocument(redirectTo, { headers: { 'set-cookie': await forget() } });
  } catch (error) {
    const { status, code, errors } = refusalOf(error, textsOf(visit.language));
    // The link was used or ran out meanwhile: the page itself says so.
    if (code === 'VERIFICATION_FAILED') return redirectDocument(path);
    return data({ form: errors.form, newPassword: errors.password }, { status });
  }
}
