import type { Calls } from '@portico/contract';
import type { Visit } from '../visit.ts';
import { goTo } from './request.ts';

type Step = NonNullable<Calls['identity.session.step']['answer']['step']>;

const PAGES: Readonly<Record<Step['state'], string>> = {
  REQUIRE_EMAIL_VERIFICATION: '/verify-email',
  REQUIRE_MISSING_FIELDS: '/complete-profile',
  REQUIRE_OWNER_APPROVAL: '/waiting',
};

/**
 * The step that this browser's sign-in waits for, if it is the wanted one. Otherwise the visitor goes to where the
 * sign-in stands: another step, its beginning, or the account.
 * @throws Response a redirect
 */
export async function requireStep({ browser, member }: Visit, wanted: Step['state'], waiting: string | null) {
  const { step } = await browser.call('identity.session.step');
  if (step?.state === wanted) return step;
  if (step) throw goTo(PAGES[step.state], waiting);
  throw member && !waiting ? goTo('/account') : goTo('/sign-in', waiting);
}
