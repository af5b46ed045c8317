import { redirect, redirectDocument } from 'react-router';
import { visitContext } from '../visit.ts';
import type { Route } from './+types/sign-out';

/** Signs the member out. Only a POST does so. Threat: a link on another website could otherwise sign members out. */
export async function action({ context }: Route.ActionArgs) {
  const { browser } = context.get(visitContext);
  const { redirectTo } = await browser.call('identity.session.signOut', { body: {} });
  return redirectDocument(redirectTo);
}

export const loader = () => redirect('/');
