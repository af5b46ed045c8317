/** Tokens and sign-in. The reference has neither: beside them stands its one row by the primary key. */
import { oneOf, post, type Scene, type Side, type Workload } from './workload.ts';

export const PASSWORD = 'a password of the bench';
export const WRONG_PASSWORD = 'the wrong one of bench';
/** enough that two requests seldom write the same member's row */
export const MEMBERS = 100;

export const identityWorkloads: readonly Workload[] = [
  grant('token', 'anonymous token', ({ clientId }) => ({ clientId, grantType: 'anonymous' })),
  {
    name: 'token-info',
    title: 'token info',
    connections: 32,
    request: (side, scene) =>
      side === 'reference' ? row(scene) : post('/oauth2/token-info', { token: scene.visitor }),
    answers: (body) => body.includes('"active":true') || isRow(body),
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
    alone: true,
    request: (_side, scene) => loginRequest(oneOf(scene.members)?.email, PASSWORD, scene.visitor),
    answers: (body) => body.includes('"sessionToken"'),
  },
];

/** What keeps the hashes busy while reads are measured: right and wrong passwords, half and half. */
export const logins: Workload = {
  name: 'logins',
  title: 'logins, half of them wrong',
  connections: 32,
  alone: true,
  mayRefuse: true,
  request: (_side, { members, visitor }) =>
    loginRequest(oneOf(members)?.email, Math.random() < 0.5 ? PASSWORD : WRONG_PASSWORD, visitor),
  answers: (body) => body.includes('"sessionToken"') || body.includes('"-19976"'),
};

export const loginRequest = (email: string | undefined, password: string, visitor: string) =>
  post('/v2/login', { loginId: { email }, password }, visitor);

function grant(name: string, title: string, body: (scene: Scene) => object): Workload {
  return {
    name,
    title,
    connections: 32,
    request: (side: Side, scene: Scene) => (side === 'reference' ? row(scene) : post('/oauth2/token', body(scene))),
    answers: (answer) => answer.includes('"access_token"') || isRow(answer),
  };
}

const row = ({ clientId }: Scene) => ({ method: 'GET', path: `/apps/${clientId}` }) as const;
const isRow = (body: string): boolean => body.includes('"name": "Bench"') || body.includes('"name":"Bench"');
