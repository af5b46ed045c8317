/** What is judged spam when a form is sent, at each level, and that who sends it does not learn it. */
import { spamSignals } from '@portico/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { text } from '../testing/forms.fixture.ts';

let t: TestServer;
let other: Awaited<ReturnType<TestServer['secondSite']>>;
beforeAll(async () => {
  t = await testServer(undefined, { limits: true });
  other = await t.secondSite();
  await t.configure({
    forms: {
      spam: {
        blockedAddresses: ['203.0.113.0/24', '2001:db8::/32', 'nonsense', '198.51.100.7'],
        blockedEmails: ['Bad@Example.org', '@blocked.example'],
        emailsPerHour: 3,
      },
    },
  });
});
afterAll(() => t.stop());

type Json = Record<string, unknown>;
type Level = 'NONE' | 'BASIC' | 'ADVANCED';

const NAMESPACE = 'wix.form_app.form';
const LETTER = 'Hello, is the terrace open on Friday evening?';

async function form(level: Level, more: Json = {}): Promise<string> {
  const formFields = [text('name'), text('email', { format: 'EMAIL' }), text('message')];
  const body = { form: { name: 'Spam', formFields, spamFilterProtectionLevel: level, ...more } };
  return (await t.call({ method: 'POST', path: '/v4/forms', body, as: t.key })).body.form.id;
}

let senders = 0;
/** an address of its own for each, so that only the rate under test is counted */
const send = (formId: string, submissions: Json, { as = t.visitor, metadata, from }: Sending = {}) => {
  senders += 1;
  return t.call({
    method: 'POST',
    path: '/v4/submissions',
    body: { submission: { formId, submissions }, ...(metadata ? { additionalMetadata: metadata } : {}) },
    as,
    address: from ?? `192.0.2.${senders % 250}`,
  });
};
interface Sending {
  as?: string;
  metadata?: Json;
  from?: string;
}

const reports = async (formId: string) => {
  const body = { query: { filter: { namespace: NAMESPACE, formId } } };
  const path = '/v4/form-spam-submission-reports/namespace/query';
  return (await t.call({ method: 'POST', path, body, as: t.key })).body.formSpamSubmissionReports as Json[];
};
const submitted = async (formId: string) => {
  const body = { query: { filter: { namespace: NAMESPACE, formId } } };
  return (await t.call({ method: 'POST', path: '/v4/submissions/namespace/query', body, as: t.key })).body
    .submissions as Json[];
};
/** the reason, or null where it became a submission */
const verdictOn = async (formId: string, values: Json, sending: Sending = {}): Promise<unknown> => {
  const answer = await send(formId, values, sending);
  expect(answer.status).toBe(200);
  return (await reports(formId)).find((one) => one.id === answer.body.submission.id)?.reportReason ?? null;
};

const ticketFor = async (formId: string, as = t.visitor, headers = {}): Promise<string> =>
  (await t.call({ method: 'GET', path: `/portico/v1/forms/${formId}/ticket`, as, headers })).body.ticket;
/** as if the form had been shown a while ago */
const oldTicket = (formId: string, secondsAgo: number, site = t.site.id) =>
  t.ctx.env.tokens.sign(
    'form-ticket',
    {
      site,
      kind: 'visitor',
      subject: formId,
      session: crypto.randomUUID(),
      extra: { shown: Date.now() - secondsAgo * 1_000 },
    },
    86_400,
    new Date(Date.now() - secondsAgo * 1_000),
  );
const withTicket = (ticket: string): Json => ({ [spamSignals.ticket]: [ticket] });

describe('lists of the owner', () => {
  it.each<[string, Level, Json, string | undefined, string | null]>([
    ['an address of a range', 'NONE', {}, '203.0.113.9', 'IP_BLOCKLISTED'],
    ['an address of a range', 'ADVANCED', {}, '203.0.113.10', 'IP_BLOCKLISTED'],
    ['a single address', 'BASIC', {}, '198.51.100.7', 'IP_BLOCKLISTED'],
    ['an address of the newer protocol', 'NONE', {}, '2001:db8::1', 'IP_BLOCKLISTED'],
    ['an address written in the newer protocol’s way', 'NONE', {}, '::ffff:203.0.113.9', 'IP_BLOCKLISTED'],
    ['an address that is not listed', 'NONE', {}, '198.51.100.8', null],
    ['an e-mail address in other letters', 'NONE', { email: 'bad@EXAMPLE.org' }, undefined, 'EMAIL_BLOCKLISTED'],
    ['a domain', 'BASIC', { email: 'x@blocked.example' }, undefined, 'EMAIL_BLOCKLISTED'],
    ['a domain within the domain', 'ADVANCED', { email: 'x@a.blocked.example' }, undefined, 'EMAIL_BLOCKLISTED'],
    ['a domain that ends alike', 'ADVANCED', { email: 'x@unblocked.example' }, undefined, null],
    ['the e-mail address of somebody else', 'NONE', { email: 'good@example.org' }, undefined, null],
  ])('%s at level %s', async (_what, level, values, from, reason) => {
    const id = await form(level);
    expect(await verdictOn(id, { name: 'A', ...values }, from ? { from } : {})).toBe(reason);
  });
});

describe('rates', () => {
  it('takes as many an hour of one e-mail address as the owner says, whatever else they hold', async () => {
    const id = await form('BASIC');
    const reasons = [];
    for (const name of ['A', 'B', 'C', 'D', 'E']) reasons.push(await verdictOn(id, { name, email: 'Often@x.example' }));
    expect(reasons).toEqual([null, null, null, 'EMAIL_QUOTA_REACHED', 'EMAIL_QUOTA_REACHED']);
    expect(await verdictOn(id, { name: 'F', email: 'seldom@x.example' })).toBe(null);
  });

  it('counts exactly, also when they come at once', async () => {
    const id = await form('BASIC');
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, n) => verdictOn(id, { name: `N${n}`, email: 'once@x.example' })),
    );
    expect(all.filter((reason) => reason === null)).toHaveLength(3);
  });

  it('counts nothing that was spam for another reason', async () => {
    const id = await form('ADVANCED');
    const values = { email: 'counted@x.example', message: '<a href="http://x.example">x</a>' };
    for (let n = 0; n < 4; n += 1) expect(await verdictOn(id, values)).toBe('AI_REPORTED');
    expect(await verdictOn(id, { email: 'counted@x.example' })).toBe(null);
  });

  it('counts nothing for one rate where another is used up', async () => {
    const id = await form('BASIC');
    const metadata = withTicket(await oldTicket(id, 30));
    expect(await verdictOn(id, { email: 'whole@x.example' }, { metadata })).toBe(null);
    for (let n = 0; n < 4; n += 1) {
      expect(await verdictOn(id, { email: 'whole@x.example' }, { metadata })).toBe('AI_REPORTED');
    }
    expect(await verdictOn(id, { email: 'whole@x.example' })).toBe(null);
  });

  it('takes thirty in ten minutes of one network, form by form', async () => {
    const [id, second] = [await form('BASIC'), await form('BASIC')];
    const from = (n: number) => `2001:4860:1:2::${n + 1}`;
    const all = await Promise.all(
      Array.from({ length: 32 }, (_, n) => verdictOn(id, { name: `N${n}` }, { from: from(n) })),
    );
    expect(all.filter((reason) => reason === 'AI_REPORTED')).toHaveLength(2);
    expect(await verdictOn(second, { name: 'A' }, { from: from(0) })).toBe(null);
    expect(await verdictOn(id, { name: 'A' }, { from: '2001:4860:1:3::1' })).toBe(null);
  });
});

describe('signals of our own form', () => {
  it.each<[string, (formId: string) => Promise<Json> | Json, string | null]>([
    ['none', () => ({}), null],
    [
      'those of somebody else’s client',
      () => ({ source: ['x'], [spamSignals.ticket]: { a: 1 }, [spamSignals.honeypot]: null }),
      null,
    ],
    ['an empty trap', () => ({ [spamSignals.honeypot]: [''] }), null],
    ['a filled trap', () => ({ [spamSignals.honeypot]: ['http://x.example'] }), 'AI_REPORTED'],
    ['a ticket of a while ago', async (id) => withTicket(await oldTicket(id, 30)), null],
    ['a ticket of this moment', async (id) => withTicket(await ticketFor(id)), 'AI_REPORTED'],
    ['an expired ticket', async (id) => withTicket(await oldTicket(id, 90_000)), 'AI_REPORTED'],
    ['a made-up ticket', () => withTicket('abc.def.ghi'), 'AI_REPORTED'],
    ['an access token for a ticket', () => withTicket(t.visitor), 'AI_REPORTED'],
    ['a ticket of another form', async () => withTicket(await oldTicket(await form('BASIC'), 30)), 'AI_REPORTED'],
    ['a ticket of another site', async (id) => withTicket(await oldTicket(id, 30, other.site.id)), 'AI_REPORTED'],
  ])('%s', async (_what, metadata, reason) => {
    const id = await form('BASIC');
    expect(await verdictOn(id, { name: 'A' }, { metadata: await metadata(id) })).toBe(reason);
  });

  it('a ticket is good for one submission, and a refused one does not use it up', async () => {
    const id = await form('BASIC');
    const metadata = withTicket(await oldTicket(id, 30));
    expect((await send(id, { email: 'not an address' }, { metadata })).status).toBe(400);
    const all = await Promise.all([1, 2, 3].map((n) => verdictOn(id, { name: `N${n}` }, { metadata })));
    expect(all.filter((reason) => reason === null)).toHaveLength(1);
  });

  it('are not looked at where the owner has switched the filter off', async () => {
    const id = await form('NONE');
    expect(await verdictOn(id, { name: 'A' }, { metadata: withTicket('wrong') })).toBe(null);
  });
});

describe('what it says', () => {
  const advertising = 'Buy viagra and cialis https://x.example/a [url=https://x.example]x[/url]';

  it.each<[string, Level, Json, string | null]>([
    ['advertising', 'ADVANCED', { message: advertising }, 'AI_REPORTED'],
    ['advertising', 'BASIC', { message: advertising }, null],
    ['a throw-away address', 'ADVANCED', { email: 'x@mailinator.com' }, 'EMAIL_BLOCKLISTED'],
    ['a throw-away address', 'BASIC', { email: 'x@mailinator.com' }, null],
    ['a letter', 'ADVANCED', { message: LETTER, email: 'a@example.com' }, null],
  ])('%s at level %s', async (_what, level, values, reason) => {
    expect(await verdictOn(await form(level), values)).toBe(reason);
  });

  it('the same text more than three times an hour, however it is spaced', async () => {
    const id = await form('ADVANCED');
    const reasons = [];
    for (const message of [LETTER, ` ${LETTER}`, LETTER.toUpperCase(), LETTER.replaceAll(' ', '  ')]) {
      reasons.push(await verdictOn(id, { message }));
    }
    expect(reasons).toEqual([null, null, null, 'AI_REPORTED']);
    // other fields of the text, and short ones, are nobody's repetition
    expect(await verdictOn(id, { name: 'Anna', message: LETTER })).toBe(null);
    for (let n = 0; n < 5; n += 1) expect(await verdictOn(id, { name: 'Anna' })).toBe(null);
  });

  it('is not judged where somebody works on the site, or an app does', async () => {
    const id = await form('ADVANCED');
    for (const as of [t.key, await t.userToken('editor')]) {
      expect(await verdictOn(id, { message: advertising, email: 'bad@example.org' }, { as })).toBe(null);
    }
    const viewer = await t.userToken('viewer');
    expect(await verdictOn(id, { message: advertising }, { as: viewer })).toBe('AI_REPORTED');
  });
});

describe('who sends spam', () => {
  const spam = { name: 'A', email: 'bad@example.org' };
  const plain = { name: 'A', email: 'good@example.org' };
  const shapeOf = (body: { submission: Json }) =>
    Object.fromEntries(
      Object.entries(body.submission).map(([key, value]) => [
        key,
        ['id', 'createdDate', 'updatedDate'].includes(key) ? typeof value : value,
      ]),
    );

  it('is answered as everybody else, field by field', async () => {
    const id = await form('ADVANCED', { submissionPolicy: { startsPending: true } });
    const [good, bad] = [await send(id, plain), await send(id, spam)];
    expect(bad.status).toBe(good.status);
    expect(shapeOf(bad.body)).toEqual({ ...shapeOf(good.body), submissions: spam });
    expect(Object.keys(bad.headers).sort()).toEqual(Object.keys(good.headers).sort());
    expect((await submitted(id)).map((one) => one.id)).toEqual([good.body.submission.id]);
    expect((await reports(id)).map((one) => one.id)).toEqual([bad.body.submission.id]);
  });

  it('reaches the limits of a form like everybody else', async () => {
    const own = await form('ADVANCED', { limitationRule: { submissionLimitPerUser: 2 } });
    const all = await form('ADVANCED', { limitationRule: { maxAllowedSubmissions: 2 } });
    for (const id of [own, all]) {
      expect([(await send(id, spam)).status, (await send(id, spam)).status, (await send(id, spam)).status]).toEqual([
        200, 200, 400,
      ]);
      // nobody else is kept out by it
      expect((await send(id, plain, { as: t.member })).status).toBe(200);
    }
  });

  it('is answered the same when the request is repeated', async () => {
    const id = await form('ADVANCED');
    const repeated = () =>
      t.call({
        method: 'POST',
        path: '/v4/submissions',
        body: { submission: { formId: id, submissions: spam } },
        as: t.visitor,
        headers: { 'idempotency-key': 'spam' },
      });
    expect((await repeated()).body).toEqual((await repeated()).body);
    expect(await reports(id)).toHaveLength(1);
  });

  it('finds it among what they sent themselves, page by page, and nobody else does', async () => {
    const id = await form('ADVANCED');
    const sent: string[] = [];
    const good = { name: 'A', email: 'own@example.org' };
    for (const values of [good, spam, good]) sent.unshift((await send(id, values)).body.submission.id);
    const own = async (cursorPaging: Json, as = t.visitor) => {
      const query = { filter: { namespace: NAMESPACE, formId: id, status: { $in: ['CONFIRMED'] } }, cursorPaging };
      const body = { query, onlyYourOwn: true };
      return (await t.call({ method: 'POST', path: '/v4/submissions/namespace/query', body, as })).body;
    };
    const idsOf = (body: { submissions: { id: string }[] }) => body.submissions.map((one) => one.id);
    const first = await own({ limit: 2 });
    const second = await own({ limit: 2, cursor: first.metadata.cursors.next });
    expect([...idsOf(first), ...idsOf(second)]).toEqual(sent);
    expect(first.submissions.map(Object.keys)).toEqual([first.submissions[0], first.submissions[0]].map(Object.keys));
    expect(idsOf(await own({}, t.member))).toEqual([]);
    // the owner finds what is no spam alone
    expect((await submitted(id)).map((one) => one.id)).toEqual([sent[0], sent[2]]);
  });
});
