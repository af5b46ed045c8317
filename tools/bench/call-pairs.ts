import type { CallPair } from './enumeration.ts';
import { emailOf } from './members.ts';
import { post, type Request } from './workload.ts';

export interface People {
  /** E-mail addresses of members. */
  readonly known: readonly string[];
  /** E-mail addresses without an account, of the same length. */
  readonly unknown: readonly string[];
  /** State tokens of sign-ups with a new address that wait for their code. */
  readonly waiting: readonly string[];
  /** State tokens of sign-ups with the address of an existing member. */
  readonly taken: readonly string[];
  /** A password that no member has. */
  readonly password: string;
}

/**
 * Returns the calls that must not reveal who is registered. The last two are measured, but may reveal it: sign-up,
 * whose response for a taken address imitates the one for a new address, and the server's speed after a recovery, while
 * its worker writes mails to members.
 */
export function callPairs(visitor: string, people: People): CallPair[] {
  const { known, unknown, waiting, taken, password } = people;
  const login = (email: string): Request => post('/v2/login', { loginId: { email }, password }, visitor);
  const signUp = (email: string): Request => post('/v2/register', { loginId: { email }, password }, visitor);
  const recover = (email: string): Request => post('/v1/send-email', { email }, visitor);
  const resend = (stateToken: string): Request => post('/v1/auth/resend', { stateToken }, visitor);
  const recovery = {
    known: (n: number) => recover(takeNth(known, n)),
    unknown: (n: number) => recover(takeNth(unknown, n)),
  };
  return [
    {
      title: 'login, wrong password',
      known: (n) => login(takeNth(known, n)),
      unknown: (n) => login(takeNth(unknown, n)),
    },
    { title: 'recover', ...recovery },
    {
      title: 'resend',
      known: (n) => resend(takeNth(waiting, n)),
      unknown: (n) => resend(takeNth(taken, n)),
    },
    {
      title: 'sign-up',
      known: (n) => signUp(takeNth(known, n)),
      unknown: (n) => signUp(emailOf('newone', n)),
      share: 0.2,
    },
    {
      title: 'calls after a recover',
      ...recovery,
      following: post('/oauth2/token-info', { token: visitor }),
      share: 0.05,
    },
  ];
}

const takeNth = (all: readonly string[], n: number): string => all[n % all.length] as string;
