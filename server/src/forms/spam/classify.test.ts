/** Verdicts on submissions at each level of the spam filter. No response reveals the verdict to the sender. */
import { spamSignals } from '@portico/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { text } from '../testing/sample-forms.ts';

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
const MESSAGE_TEXT = 'Hello, is the terrace open on Friday evening?';

async function createForm(level: Level, more: Json = {}): Promise<string> {
  const formFields = [text('name'), text('email', { format: 'EMAIL' }), text('message')];
  const body = { form: { name: 'Spam', formFields, spamFilterProtectionLevel: level, ...more } };
  return (await t.call({ method: 'POST', path: '/v4/forms', body, as: t.key })).body.form.id;
}

let senders = 0;
/** Sends each submission from another address, so that only the rate under test counts. */
const send = (formId: string, submissions: Json, { as = t.visitor, metadata, from }: SendOptions = {}) => {
  senders += 1;
  return t.call({
    method: 'POST',
    path: '/v4/submissions',
    body: { submission: { formId, submissions }, ...(metadata ? { additionalMetadata: metadata } : {}) },
    as,
    address: from ?? `192.0.2.${senders % 250}`,
  });
};
interface SendOptions {
  as?: string;
  metadata?: Json;
  from?: string;
}

const reports = async (formId: string) => {
  const body = { query: { filter: { namespace: NAMESPACE, formId } } };
  const path = '/v4/form-spam-submission-reports/namespace/query';
  return (await t.call({ method: 'POST', path, body, as: t.key })).body.formSpamSubmissionReports as Json[];
};
const submitOnce = async (formId: string) => {
  const body = { query: { filter: { namespace: NAMESPACE, formId } } };
  return (await t.call({ method: 'POST', path: '/v4/submissions/namespace/query', body, as: t.key })).body
    .submissions as Json[];
};
/** Submits values and returns the reason for the spam report, or null if there is none. */
const getVerdict = async (formId: string, values: Json, options: SendOptions = {}): Promise<unknown> => {
  const response = await send(formId, values, options);
  expect(response.status).toBe(200);
  return (await reports(formId)).find((one) => one.id === response.body.submission.id)?.reportReason ?? null;
};

const ticketFor = async (formId: string, as = t.visitor, headers = {}): Promise<string> =>
  (await t.call({ method: 'GET', path: `/portico/v1/forms/${formId}/ticket`, as, headers })).body.ticket;
/** Returns a ticket of a form that was shown some time ago. */
const signOldTicket = (formId: string, secondsAgo: number, site = t.site.id) =>
  t.ctx.env.tokenSigner.sign(
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

describe('block lists', () => {
  it.each<[string, Level, Json, string | undefined, string | null]>([
    ['an address in a range', 'NONE', {}, '203.0.113.9', 'IP_BLOCKLISTED'],
    ['an address in a range', 'ADVANCED', {}, '203.0.113.10', 'IP_BLOCKLISTED'],
    ['a single address', 'BASIC', {}, '198.51.100.7', 'IP_BLOCKLISTED'],
    ['an IPv6 address', 'NONE', {}, '2001:db8::1', 'IP_BLOCKLISTED'],
    ['an IPv4-mapped IPv6 address', 'NONE', {}, '::ffff:203.0.113.9', 'IP_BLOCKLISTED'],
    ['an address that is not listed', 'NONE', {}, '198.51.100.8', null],
    ['an e-mail address in another letter case', 'NONE', { email: 'bad@EXAMPLE.org' }, undefined, 'EMAIL_BLOCKLISTED'],
    ['a domain', 'BASIC', { email: 'x@blocked.example' }, undefined, 'EMAIL_BLOCKLISTED'],
    ['a subdomain', 'ADVANCED', { email: 'x@a.blocked.example' }, undefined, 'EMAIL_BLOCKLISTED'],
    ['a domain with the same ending', 'ADVANCED', { email: 'x@unblocked.example' }, undefined, null],
    ['an e-mail address that is not listed', 'NONE', { email: 'good@example.org' }, undefined, null],
  ])('%s at level %s', async (_what, level, values, from, reason) => {
    const id = await createForm(level);
    expect(await getVerdict(id, { name: 'A', ...values }, from ? { from } : {})).toBe(reason);
  });
});

describe('rates', () => {
  it('accept as many submissions per hour and e-mail address as the settings allow', async () => {
    const id = await createForm('BASIC');
    const reasons = [];
    for (const name of ['A', 'B', 'C', 'D', 'E'])
      reasons.push(await getVerdict(id, { name, email: 'Often@x.example' }));
    expect(reasons).toEqual([null, null, null, 'EMAIL_QUOTA_REACHED', 'EMAIL_QUOTA_REACHED']);
    expect(await getVerdict(id, { name: 'F', email: 'seldom@x.example' })).toBe(null);
  });

  it('are exact for parallel submissions', async () => {
    const id = await createForm('BASIC');
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, n) => getVerdict(id, { name: `N${n}`, email: 'once@x.example' })),
    );
    expect(all.filter((reason) => reason === null)).toHaveLength(3);
  });

  it('do not count submissions that are spam for another reason', async () => {
    const id = await createForm('ADVANCED');
    const values = { email: 'counted@x.example', message: '<a href="http://x.example">x</a>' };
    for (let n = 0; n < 4; n += 1) expect(await getVerdict(id, values)).toBe('AI_REPORTED');
    expect(await getVerdict(id, { email: 'counted@x.example' })).toBe(null);
  });

  it('do not count in one window if another window is used up', async () => {
    const id = await createForm('BASIC');
    const metadata = withTicket(await signOldTicket(id, 30));
    expect(await getVerdict(id, { email: 'whole@x.example' }, { metadata })).toBe(null);
    for (let n = 0; n < 4; n += 1) {
      expect(await getVerdict(id, { email: 'whole@x.example' }, { metadata })).toBe('AI_REPORTED');
    }
    expect(await getVerdict(id, { email: 'whole@x.example' })).toBe(null);
  });

  it('accept thirty submissions in ten minutes per network and form', async () => {
    const [id, second] = [await createForm('BASIC'), await createForm('BASIC')];
    const from = (n: number) => `2001:4860:1:2::${n + 1}`;
    const all = await Promise.all(
      Array.from({ length: 32 }, (_, n) => getVerdict(id, { name: `N${n}` }, { from: from(n) })),
    );
    expect(all.filter((reason) => reason === 'AI_REPORTED')).toHaveLength(2);
    expect(await getVerdict(second, { name: 'A' }, { from: from(0) })).toBe(null);
    expect(await getVerdict(id, { name: 'A' }, { from: '2001:4860:1:3::1' })).toBe(null);
  });
});

describe('signals of the form component', () => {
  it.each<[string, (formId: string) => Promise<Json> | Json, string | null]>([
    ['none', () => ({}), null],
    [
      'those of another client',
      () => ({ source: ['x'], [spamSignals.ticket]: { a: 1 }, [spamSignals.honeypot]: null }),
      null,
    ],
    ['an empty honeypot', () => ({ [spamSignals.honeypot]: [''] }), null],
    ['a filled honeypot', () => ({ [spamSignals.honeypot]: ['http://x.example'] }), 'AI_REPORTED'],
    ['a ticket from 30 seconds ago', async (id) => withTicket(await signOldTicket(id, 30)), null],
    ['a ticket from this moment', async (id) => withTicket(await ticketFor(id)), 'AI_REPORTED'],
    ['an expired ticket', async (id) => withTicket(await signOldTicket(id, 90_000)), 'AI_REPORTED'],
    ['an invented ticket', () => withTicket('abc.def.ghi'), 'AI_REPORTED'],
    ['an access token as ticket', () => withTicket(t.visitor), 'AI_REPORTED'],
    [
      'a ticket of another form',
      async () => withTicket(await signOldTicket(await createForm('BASIC'), 30)),
      'AI_REPORTED',
    ],
    ['a ticket of another site', async (id) => withTicket(await signOldTicket(id, 30, other.site.id)), 'AI_REPORTED'],
  ])('%s', async (_what, metadata, reason) => {
    const id = await createForm('BASIC');
    expect(await getVerdict(id, { name: 'A' }, { metadata: await metadata(id) })).toBe(reason);
  });

  it('include a ticket that is valid for one submission, and not used up by a rejected one', async () => {
    const id = await createForm('BASIC');
    const metadata = withTicket(await signOldTicket(id, 30));
    expect((await send(id, { email: 'not an address' }, { metadata })).status).toBe(400);
    const all = await Promise.all([1, 2, 3].map((n) => getVerdict(id, { name: `N${n}` }, { metadata })));
    expect(all.filter((reason) => reason === null)).toHaveLength(1);
  });

  it('do not count at level NONE', async () => {
    const id = await createForm('NONE');
    expect(await getVerdict(id, { name: 'A' }, { metadata: withTicket('wrong') })).toBe(null);
  });
});

describe('texts', () => {
  const advertising = 'Buy viagra and cialis https://x.example/a [url=https://x.example]x[/url]';

  it.each<[string, Level, Json, string | null]>([
    ['advertising', 'ADVANCED', { message: advertising }, 'AI_REPORTED'],
    ['advertising', 'BASIC', { message: advertising }, null],
    ['a disposable address', 'ADVANCED', { email: 'x@mailinator.com' }, 'EMAIL_BLOCKLISTED'],
    ['a disposable address', 'BASIC', { email: 'x@mailinator.com' }, null],
    ['a letter', 'ADVANCED', { message: MESSAGE_TEXT, email: 'a@example.com' }, null],
  ])('%s at level %s', async (_what, level, values, reason) => {
    expect(await getVerdict(await createForm(level), values)).toBe(reason);
  });

  it('are spam if the same text comes more than three times in an hour, in any spacing and letter case', async () => {
    const id = await createForm('ADVANCED');
    const reasons = [];
    for (const message of [
      MESSAGE_TEXT,
      ` ${MESSAGE_TEXT}`,
      MESSAGE_TEXT.toUpperCase(),
      MESSAGE_TEXT.replaceAll(' ', '  '),
    ]) {
      reasons.push(await getVerdict(id, { message }));
    }
    expect(reasons).toEqual([null, null, null, 'AI_REPORTED']);
    // The texts of all fields are compared together, so a name makes a difference. Short texts are not compared.
    expect(await getVerdict(id, { name: 'Anna', message: MESSAGE_TEXT })).toBe(null);
    for (let n = 0; n < 5; n += 1) expect(await getVerdict(id, { name: 'Anna' })).toBe(null);
  });

  it('are not classified if the caller manages submissions', async () => {
    const id = await createForm('ADVANCED');
    for (const as of [t.key, await t.userToken('editor')]) {
      expect(await getVerdict(id, { message: advertising, email: 'bad@example.org' }, { as })).toBe(null);
    }
    const viewer = await t.userToken('viewer');
    expect(await getVerdict(id, { message: advertising }, { as: viewer })).toBe('AI_REPORTED');
  });
});

describe('the sender of spam', () => {
  const spam = { name: 'A', email: 'bad@example.org' };
  const regular = { name: 'A', email: 'good@example.org' };
  const shapeOf = (body: { submission: Json }) =>
    Object.fromEntries(
      Object.entries(body.submission).map(([key, value]) => [
        key,
        ['id', 'createdDate', 'updatedDate'].includes(key) ? typeof value : value,
      ]),
    );

  it('receives the same response as others', async () => {
    const id = await createForm('ADVANCED', { submissionPolicy: { startsPending: true } });
    const [regularResponse, spamResponse] = [await send(id, regular), await send(id, spam)];
    expect(spamResponse.status).toBe(regularResponse.status);
    expect(shapeOf(spamResponse.body)).toEqual({ ...shapeOf(regularResponse.body), submissions: spam });
    expect(Object.keys(spamResponse.headers).sort()).toEqual(Object.keys(regularResponse.headers).sort());
    expect((await submitOnce(id)).map((one) => one.id)).toEqual([regularResponse.body.submission.id]);
    expect((await reports(id)).map((one) => one.id)).toEqual([spamResponse.body.submission.id]);
  });

  it('reaches the limits of a form like others', async () => {
    const limitedForm = await createForm('ADVANCED', { limitationRule: { submissionLimitPerUser: 2 } });
    const all = await createForm('ADVANCED', { limitationRule: { maxAllowedSubmissions: 2 } });
    for (const id of [limitedForm, all]) {
      expect([(await send(id, spam)).status, (await send(id, spam)).status, (await send(id, spam)).status]).toEqual([
        200, 200, 400,
      ]);
      // Spam does not count toward the submission limit of other submitters.
      expect((await send(id, regular, { as: t.member })).status).toBe(200);
    }
  });

  it('receives the same response to a repeated request', async () => {
    const id = await createForm('ADVANCED');
    const sendRepeated = () =>
      t.call({
        method: 'POST',
        path: '/v4/submissions',
        body: { submission: { formId: id, submissions: spam } },
        as: t.visitor,
        headers: { 'idempotency-key': 'spam' },
      });
    expect((await sendRepeated()).body).toEqual((await sendRepeated()).body);
    expect(await reports(id)).toHaveLength(1);
  });

  it('finds it among their own submissions, on every page, and no other visitor does', async () => {
    const id = await createForm('ADVANCED');
    const ids: string[] = [];
    const validValues = { name: 'A', email: 'own@example.org' };
    for (const values of [validValues, spam, validValues]) ids.unshift((await send(id, values)).body.submission.id);
    const listOwnReports = async (cursorPaging: Json, as = t.visitor) => {
      const query = { filter: { namespace: NAMESPACE, formId: id, status: { $in: ['CONFIRMED'] } }, cursorPaging };
      const body = { query, onlyYourOwn: true };
      return (await t.call({ method: 'POST', path: '/v4/submissions/namespace/query', body, as })).body;
    };
    const idsOf = (body: { submissions: { id: string }[] }) => body.submissions.map((one) => one.id);
    const first = await listOwnReports({ limit: 2 });
    const second = await listOwnReports({ limit: 2, cursor: first.metadata.cursors.next });
    expect([...idsOf(first), ...idsOf(second)]).toEqual(ids);
    expect(first.submissions.map(Object.keys)).toEqual([first.submissions[0], first.submissions[0]].map(Object.keys));
    expect(idsOf(await listOwnReports({}, t.member))).toEqual([]);
    // The owner finds only submissions that are not spam.
    expect((await submitOnce(id)).map((one) => one.id)).toEqual([ids[0], ids[2]]);
  });
});
