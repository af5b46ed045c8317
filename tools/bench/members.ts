import type { Installation } from '../../server/src/testing/installation-process.ts';
import { call } from './call.ts';
import { MEMBERS, PASSWORD } from './identity-workloads.ts';
import type { BenchMember, Scene } from './workload.ts';

/** Signs members up, and has a refresh token made for each on the word of the key. */
export async function prepareMembers(
  installation: Installation,
  { clientId, visitor }: Pick<Scene, 'clientId' | 'visitor'>,
  apiKey: string,
): Promise<BenchMember[]> {
  const made = async (email: string): Promise<BenchMember> => {
    const { identity } = await register(installation, email, visitor);
    const asked = { clientId, grantType: 'authorized_client', memberId: identity.id };
    const tokens = await call(installation, '/oauth2/token', asked, { authorization: `${visitor},${apiKey}` });
    return { email, refreshToken: tokens.refresh_token, id: identity.id, accessToken: tokens.access_token };
  };
  return Promise.all(Array.from({ length: MEMBERS }, (_, n) => made(memberEmail(n))));
}

/** The answer says where the sign-up stands. */
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

/** All of one length: what is longer takes longer. */
export const memberEmail = (n: number): string => emailOf('member', n);

export const emailOf = (kind: string, n: number): string => `${kind}-${String(n).padStart(6, '0')}@bench.example.org`;
