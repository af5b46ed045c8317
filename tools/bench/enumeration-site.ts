/**
 * Prepares a site for the enumeration benchmark as in production: all limits are on, mail is sent through a server, and
 * e-mail addresses are verified.
 */
import { fork } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Installation } from '../../server/src/testing/installation-process.ts';
import { call } from './call.ts';
import { callPairs, type People } from './call-pairs.ts';
import { printProgress } from './compare.ts';
import { type EnumerationResult, measureDifference } from './enumeration.ts';
import { WRONG_PASSWORD } from './identity-workloads.ts';
import { emailOf, register } from './members.ts';
import { messageOf } from './message.ts';
import { connectionOf, type PreparedSite } from './portico.ts';

/** Number of sign-ups of each kind. The calls use them in turn. */
const SIGN_UPS = 20;
const IDLE_POLL_MS = 5;

/** Starts Portico with these settings and measures all pairs of calls. Portico must not be running. */
export async function measureEnumeration(
  installation: Installation,
  { fixture, apiKeyHeaders }: PreparedSite,
  pairs: number,
): Promise<EnumerationResult[]> {
  const mail = fork(fileURLToPath(new URL('mail-sink.ts', import.meta.url)));
  try {
    const { port } = await messageOf<AddressInfo>(mail);
    const server = await installation.start({
      PORTICO_LIMITS: 'on',
      PORTICO_SMTP_URL: `smtp://127.0.0.1:${port}?security=none`,
      PORTICO_MAIL_FROM: 'bench@example.org',
      // The server must trust x-forwarded-for, because each call sets its own IP address there.
      TRUST_PROXY: 'loopback',
    });
    const database = new pg.Client(connectionOf(installation));
    // After an error, the server and its database stop before this connection is closed. The connection's own error is
    // ignored, because the first error is the one that is thrown.
    database.on('error', () => undefined);
    await database.connect();
    const members = fixture.members.map(({ email }) => email);
    const people = await preparePeople(installation, fixture.visitor, members, apiKeyHeaders);
    const target = {
      origin: installation.origin,
      pairs,
      reset: () =>
        database.query(
          'delete from attempts; delete from attempt_windows; update sign_in_states set mails = 1 where mails > 1',
        ),
      idle: () => waitUntilIdle(database),
    };
    await target.idle();
    await database.query('vacuum analyze');
    const results: EnumerationResult[] = [];
    for (const callPair of callPairs(fixture.visitor, people)) {
      printProgress(`${callPair.title}: known and unknown in pairs`);
      results.push(await measureDifference(target, callPair));
    }
    await database.end();
    await server.stop();
    return results;
  } finally {
    mail.kill();
  }
}

/** Signs up with a new address and with a member's address; returns the state token of each. */
async function preparePeople(
  installation: Installation,
  visitor: string,
  members: readonly string[],
  apiKeyHeaders: Readonly<Record<string, string>>,
): Promise<People> {
  const signOnPolicy = { requireEmailVerification: true };
  await call(installation, '/v1/sign-on-policies', { signOnPolicy }, apiKeyHeaders, 'PATCH');
  let address = 0;
  const requestStateToken = async (email: string): Promise<string> => {
    address += 1;
    const member = await register(installation, email, visitor, { 'x-forwarded-for': `10.255.0.${address}` });
    if (member.state !== 'REQUIRE_EMAIL_VERIFICATION')
      throw new Error(`Expected a sign-up in the state REQUIRE_EMAIL_VERIFICATION, not ${member.state}.`);
    return member.stateToken;
  };
  const stateTokens = { waitingStateTokens: [] as string[], takenStateTokens: [] as string[] };
  for (let n = 0; n < SIGN_UPS; n += 1) {
    stateTokens.waitingStateTokens.push(await requestStateToken(emailOf('sign-up', n)));
    stateTokens.takenStateTokens.push(await requestStateToken(members[n % members.length] as string));
  }
  return {
    ...stateTokens,
    knownEmails: members,
    unknownEmails: members.map((_, n) => emailOf('nobody', n)),
    password: WRONG_PASSWORD,
  };
}

async function waitUntilIdle(database: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await database.query(
      `select exists (select from outbox) or exists (select from mails where status = 'QUEUED') as busy`,
    );
    if (!rows[0]?.busy) return;
    await sleep(IDLE_POLL_MS);
  }
}
