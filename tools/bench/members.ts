import type { Installation } from '../../server/src/testing/installation-process.ts';
import { call } from './call.ts';
import { MEMBERS, PASSWORD } from './identity-workloads.ts';
import type { BenchMember, Fixture } from './workload.ts';

/** Registers members, and obtains tokens for each with the API key. */
export async function prepareMembers(
  installation: Installation,
  { clientId, visitor }: Pick<Fixture, 'clientId' | 'visitor'>,
  apiKey: string,
): Promise<BenchMember[]> {
  const createMember = async (email: string): Promise<BenchMember> => {
    const { identity } = await register(installation, email, visitor);
    const body = { clientId, grantType: 'authorized_client', memberId: identity.id };
    const tokens = await call(installation, '/oauth2/token', body, { authorization: `${visitor},${apiKey}` });
    return { email, refreshToken: tokens.refresh_token, id: identity.id, accessToken: tokens.access_token };
  };
  return Promise.all(Array.from({ length: MEMBERS }, (_, n) => createMember(memberEmail(n))));
}

/** Registers a member. The response contains the state of the sign-up. */
export const register = (
  installation: Installation,
  email: string,
  visitor: string,
  headers: Readonly<Record<string, string>> = {},
) =>
  call(
    installation,
    '/v2/register',
    { loginId: { email }, password: PASSWORD },
    { authorization: visitor, ...headers },
  );

/**
 * Returns the address of the n-th member. All addresses have the same length, because longer ones take longer to
 * process.
 */
export const memberEmail = (n: number): string => emailOf('member', n);

export const emailOf = (kind: string, n: number): string => `${kind}-${String(n).padStart(6, '0')}@bench.example.org`;
