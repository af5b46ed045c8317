/** A public site to ask who is registered: every limit on, mail leaving through a server, addresses verified. */
import { fork } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Installation } from '../../server/src/testing/installation-process.ts';
import { call } from './call.ts';
import { say } from './compare.ts';
import { ask, type Told } from './enumeration.ts';
import { WRONG_PASSWORD } from './identity-workloads.ts';
import { emailOf, register } from './members.ts';
import { messageOf } from './message.ts';
import { connectionOf, type Prepared } from './portico.ts';
import { type People, questions } from './questions.ts';

/** sign-ups of each kind; they are asked for in turn */
const SIGN_UPS = 20;
const WAITING_MS = 5;

/** Starts Portico anew (it must not run), as a public site would, and asks all questions. */
export async function measureEnumeration(
  installation: Installation,
  { scene, asKey }: Prepared,
  pairs: number,
): Promise<Told[]> {
  const mail = fork(fileURLToPath(new URL('mail-sink.ts', import.meta.url)));
  try {
    const { port } = await messageOf<AddressInfo>(mail);
    const server = await installation.start({
      PORTICO_LIMITS: 'on',
      PORTICO_SMTP_URL: `smtp://127.0.0.1:${port}?security=none`,
      PORTICO_MAIL_FROM: 'bench@example.org',
      // The calls name addresses of their own.
      TRUST_PROXY: 'loopback',
    });
    const database = new pg.Client(connectionOf(installation));
    // After an error the server, and the database with it, is stopped before this connection ends.
    database.on('error', () => undefined);
    await database.connect();
    const members = scene.members.map(({ email }) => email);
    const people = await preparePeople(installation, scene.visitor, members, asKey);
    const desk = {
      origin: installation.origin,
      pairs,
      reset: () =>
        database.query(
          'delete from attempts; delete from attempt_windows; update sign_in_states set mails = 1 where mails > 1',
        ),
      idle: () => idle(database),
    };
    await desk.idle();
    await database.query('vacuum analyze');
    const told: Told[] = [];
    for (const question of questions(scene.visitor, people)) {
      say(`${question.title}: known and unknown in pairs`);
      told.push(await ask(desk, question));
    }
    await database.end();
    await server.stop();
    return told;
  } finally {
    mail.kill();
  }
}

/** Somebody new who waits for the code, and somebody who named a member's address, each with a state token. */
async function preparePeople(
  installation: Installation,
  visitor: string,
  members: readonly string[],
  asKey: Readonly<Record<string, string>>,
): Promise<People> {
  const signOnPolicy = { requireEmailVerification: true };
  await call(installation, '/v1/sign-on-policies', { signOnPolicy }, asKey, 'PATCH');
  let address = 0;
  const stateToken = async (email: string): Promise<string> => {
    address += 1;
    const answer = await register(installation, email, visitor, { 'x-forwarded-for': `10.255.0.${address}` });
    if (answer.state !== 'REQUIRE_EMAIL_VERIFICATION') throw new Error(`A sign-up is at ${answer.state}.`);
    return answer.stateToken;
  };
  const people = { waiting: [] as string[], taken: [] as string[] };
  for (let n = 0; n < SIGN_UPS; n += 1) {
    people.waiting.push(await stateToken(emailOf('sign-up', n)));
    people.taken.push(await stateToken(members[n % members.length] as string));
  }
  return {
    ...people,
    known: members,
    unknown: members.map((_, n) => emailOf('nobody', n)),
    password: WRONG_PASSWORD,
  };
}

async function idle(database: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await database.query(
      `select exists (select from outbox) or exists (select from mails where status = 'QUEUED') as busy`,
    );
    if (!rows[0]?.busy) return;
    await sleep(WAITING_MS);
  }
}
