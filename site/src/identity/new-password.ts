/** Loader and action of the pages that set a password after a mailed link: /reset-password and /activate. */
import { rejectionOf } from '@portico/react';
import { data, redirectDocument } from 'react-router';
import { readForm } from '../posted-body.ts';
import { textsOf } from '../texts/index.ts';
import type { Visit } from '../visit.ts';
import { readLinkToken } from './link-token.ts';
import { textOf } from './request.ts';

export async function loadNewPassword(request: Request, visit: Visit, path: string) {
  const { token } = await readLinkToken(request, visit, path);
  const { recovery } = token
    ? await visit.sameOriginClient.call('identity.session.recovery', { body: { token } })
    : { recovery: null };
  const { siteName, shortestPassword } = visit.settings;
  return { siteName, shortestPassword, recovery };
}

export async function setNewPassword(request: Request, visit: Visit, path: string) {
  const { token, clearCookie } = await readLinkToken(request, visit, path);
  const password = textOf(await readForm(request), 'newPassword');
  try {
    const { redirectTo } = await visit.browser.call('identity.session.resetPassword', { body: { token, password } });
    return redirectDocument(redirectTo, { headers: { 'set-cookie': await clearCookie() } });
  } catch (error) {
    const { status, code, errors } = rejectionOf(error, textsOf(visit.language));
    // The link was used or has expired. The page explains this.
    if (code === 'VERIFICATION_FAILED') return redirectDocument(path);
    return data({ form: errors.form, newPassword: errors.password }, { status });
  }
}
