/** Workloads for tokens and sign-in. The reference server has neither and reads one row by its primary key instead. */
import { type Fixture, oneOf, post, type Side, type Workload } from './workload.ts';

export const PASSWORD = 'a password of the bench';
export const WRONG_PASSWORD = 'the wrong one of bench';
/** Enough members that two concurrent requests seldom write the same row. */
export const MEMBERS = 100;

export const identityWorkloads: readonly Workload[] = [
  grant('token', 'anonymous token', ({ clientId }) => ({ clientId, grantType: 'anonymous' })),
  {
    name: 'token-info',
    title: 'token info',
    connections: 32,
    request: (side, fixture) =>
      side === 'reference' ? rowRequest(fixture) : post('/oauth2/token-info', { token: fixture.visitor }),
    isCorrect: (body) => body.includes('"active":true') || isRow(body),
  },
  grant('refresh', 'refresh of a visitor', ({ visitorRefresh }) => ({
    grantType: 'refresh_token',
    refreshToken: visitorRefresh,
  })),
  grant('refresh-member', 'refresh of a member', ({ members }) => ({
    grantType: 'refresh_token',
    refreshToken: oneOf(members)?.refreshToken,
  })),
  {
    name: 'login',
    title: 'login',
    connections: 32,
    withoutReference: true,
    request: (_side, fixture) => loginRequest(oneOf(fixture.members)?.email, PASSWORD, fixture.visitor),
    isCorrect: (body) => body.includes('"sessionToken"'),
  },
];

/** Sign-ins that occupy the password hashing while reads are measured. Half of the passwords are wrong. */
export const logins: Workload = {
  name: 'logins',
  title: 'logins, half of them wrong',
  connections: 32,
  withoutReference: true,
  mayReject: true,
  request: (_side, { members, visitor }) =>
    loginRequest(oneOf(members)?.email, Math.random() < 0.5 ? PASSWORD : WRONG_PASSWORD, visitor),
  isCorrect: (body) => body.includes('"sessionToken"') || body.includes('"-19976"'),
};

export const loginRequest = (email: string | undefined, password: string, visitor: string) =>
  post('/v2/login', { loginId: { email }, password }, visitor);

function grant(name: string, title: string, body: (fixture: Fixture) => object): Workload {
  return {
    name,
    title,
    connections: 32,
    request: (side: Side, fixture: Fixture) =>
      side === 'reference' ? rowRequest(fixture) : post('/oauth2/token', body(fixture)),
    isCorrect: (body) => body.includes('"access_token"') || isRow(body),
  };
}

const rowRequest = ({ clientId }: Fixture) => ({ method: 'GET', path: `/apps/${clientId}` }) as const;
const isRow = (body: string): boolean => body.includes('"name": "Bench"') || body.includes('"name":"Bench"');
