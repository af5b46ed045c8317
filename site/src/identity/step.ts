import type { Calls } from '@portico/sdk';
import type { Visit } from '../visit.ts';
import { goTo } from './request.ts';

type Step = NonNullable<Calls['identity.session.step']['response']['step']>;

const PAGES: Readonly<Record<Step['state'], string>> = {
  REQUIRE_EMAIL_VERIFICATION: '/verify-email',
  REQUIRE_MISSING_FIELDS: '/complete-profile',
  REQUIRE_OWNER_APPROVAL: '/waiting',
};

/**
 * Returns the current step of the sign-in in this browser.
 * @throws Response if it is not the required step: a redirect to the current step, the sign-in page or the account
 */
export async function requireStep(
  { browser, member }: Visit,
  requiredState: Step['state'],
  authRequest: string | null,
) {
  const { step } = await browser.call('identity.session.step');
  if (step?.state === requiredState) return step;
  if (step) throw goTo(PAGES[step.state], authRequest);
  throw member && !authRequest ? goTo('/account') : goTo('/sign-in', authRequest);
}
