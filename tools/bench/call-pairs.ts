import type { CallPair } from './enumeration.ts';
import { emailOf } from './members.ts';
import { post, type Request } from './workload.ts';

export interface People {
  /** E-mail addresses of members. */
  readonly knownEmails: readonly string[];
  /** E-mail addresses without an account, of the same length. */
  readonly unknownEmails: readonly string[];
  /** State tokens of sign-ups with a new address that wait for their code. */
  readonly waitingStateTokens: readonly string[];
  /** State tokens of sign-ups with the address of an existing member. */
  readonly takenStateTokens: readonly string[];
  /** A password that no member has. */
  readonly password: string;
}

/**
 * Returns the calls that must not reveal who is registered. The last two pairs are measured, but may reveal it: the
 * sign-up, whose response for a taken address imitates the one for a new address, and calls after a recovery, while a
 * worker writes a mail if the address has an account.
 */
export function callPairs(visitor: string, people: People): CallPair[] {
  const { knownEmails, unknownEmails, waitingStateTokens, takenStateTokens, password } = people;
  const login = (email: string): Request => post('/v2/login', { loginId: { email }, password }, visitor);
  const signUp = (email: string): Request => post('/v2/register', { loginId: { email }, password }, visitor);
  const recover = (email: string): Request => post('/v1/send-email', { email }, visitor);
  const resend = (stateToken: string): Request => post('/v1/auth/resend', { stateToken }, visitor);
  const recovery = {
    known: (n: number) => recover(takeNth(knownEmails, n)),
    unknown: (n: number) => recover(takeNth(unknownEmails, n)),
  };
  return [
    {
      title: 'login, wrong password',
      known: (n) => login(takeNth(knownEmails, n)),
      unknown: (n) => login(takeNth(unknownEmails, n)),
    },
    { title: 'recover', ...recovery },
    {
      title: 'resend',
      known: (n) => resend(takeNth(takenStateTokens, n)),
      unknown: (n) => resend(takeNth(waitingStateTokens, n)),
    },
    {
      title: 'sign-up',
      known: (n) => signUp(takeNth(knownEmails, n)),
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
