import type { Question } from './enumeration.ts';
import { emailOf } from './members.ts';
import { post, type Request } from './workload.ts';

export interface People {
  /** addresses of members */
  readonly known: readonly string[];
  /** addresses of nobody, of the same length */
  readonly unknown: readonly string[];
  /** state tokens of sign-ups that wait for their code */
  readonly waiting: readonly string[];
  /** state tokens of sign-ups with an address that is somebody else's */
  readonly taken: readonly string[];
  /** nobody's */
  readonly password: string;
}

/**
 * The calls that must not tell who is registered (specification section 8); and two that nothing is promised of: sign-up,
 * whose answer for a taken address is made to look like that for a new one, and the server's pace after a recovery, while
 * its worker writes to those who are there.
 */
export function questions(visitor: string, people: People): Question[] {
  const { known, unknown, waiting, taken, password } = people;
  const login = (email: string): Request => post('/v2/login', { loginId: { email }, password }, visitor);
  const signUp = (email: string): Request => post('/v2/register', { loginId: { email }, password }, visitor);
  const recover = (email: string): Request => post('/v1/send-email', { email }, visitor);
  const resend = (stateToken: string): Request => post('/v1/auth/resend', { stateToken }, visitor);
  const recovery = { known: (n: number) => recover(nth(known, n)), unknown: (n: number) => recover(nth(unknown, n)) };
  return [
    {
      title: 'login, wrong password',
      known: (n) => login(nth(known, n)),
      unknown: (n) => login(nth(unknown, n)),
    },
    { title: 'recover', ...recovery },
    {
      title: 'resend',
      known: (n) => resend(nth(waiting, n)),
      unknown: (n) => resend(nth(taken, n)),
    },
    {
      title: 'sign-up, address to be verified',
      known: (n) => signUp(nth(known, n)),
      unknown: (n) => signUp(emailOf('newone', n)),
      share: 0.2,
    },
    {
      title: 'what is called after a recover',
      ...recovery,
      following: post('/oauth2/token-info', { token: visitor }),
      share: 0.05,
    },
  ];
}

const nth = (all: readonly string[], n: number): string => all[n % all.length] as string;
