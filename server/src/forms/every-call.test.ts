/**
 * Every call of forms, files, contacts and webhooks by every caller (issue 5, "must show" 3): who may gets an answer; who
 * may not is refused, sees nothing of what is there, cannot tell it from what is not, and changes nothing.
 */
import { endpoints } from '@portico/contract/index';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answered, type TestServer, testServer } from '../testing/index.ts';
import { type Level, ROWS, type Row, type Sent } from './testing/every-call.fixture.ts';
import { type Makes, maker, nowhere, PUBLIC, remembered, SECRET, somePicture } from './testing/world.fixture.ts';

const SLICES = ['forms', 'media', 'contacts', 'events'];
const declared = new Map(endpoints.filter(({ slice }) => SLICES.includes(slice)).map((one) => [one.id, one]));

const SUBMITTERS = ['a visitor', 'another visitor', 'a member', 'another member'] as const;
const STAFF = ['viewer', 'editor', 'owner'] as const;
/** act within a site of their own */
const ELSEWHERE = ['owner of another site', 'key of another site'] as const;
/** the same, and claim to act within ours */
const INTRUDERS = ['owner of another site, here', 'key of another site, here'] as const;
const CALLERS = ['nobody', ...SUBMITTERS, 'key without scope', ...ELSEWHERE, ...INTRUDERS, ...STAFF] as const;
type Caller = (typeof CALLERS)[number];

interface Credential {
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

let t: TestServer;
let credentials: Readonly<Record<Caller, Credential>>;
let picture: Buffer;
/** things that nobody who is refused may see or change */
let there: Makes;
/** things for who may change them */
let fresh: Makes;

beforeAll(async () => {
  t = await testServer();
  const second = await t.secondSite();
  const elsewhere = { 'wix-site-id': second.site.id };
  const owner = await t.userToken('owner');
  const ownerThere = await ownerOf(second.site.id);
  credentials = {
    nobody: {},
    'a visitor': { as: t.visitor },
    'another visitor': { as: await anonymous() },
    'a member': { as: t.member },
    'another member': { as: t.otherMember },
    'key without scope': { as: await t.keyWith(['items:all', 'collections:manage', 'members:manage']) },
    'owner of another site': { as: ownerThere, headers: elsewhere },
    'key of another site': { as: second.key, headers: elsewhere },
    'owner of another site, here': { as: ownerThere },
    'key of another site, here': { as: second.key },
    viewer: { as: await t.userToken('viewer') },
    editor: { as: await t.userToken('editor') },
    owner: { as: owner },
  };
  picture = await somePicture;
  fresh = maker(t, { sender: await anonymous(), owner });
  there = remembered(fresh);
  for (const make of Object.values(there)) await make();
});
afterAll(() => t.stop());

const cases = ROWS.map((row) => [`${row.id}${row.variant ? `, ${row.variant}` : ''}`, row] as const);

it('has a row for every declared call, and none for another', () => {
  expect([...new Set(ROWS.map(({ id }) => id))].sort()).toEqual([...declared.keys()].sort());
  console.log(`${declared.size} calls in ${ROWS.length} rows × ${CALLERS.length} callers`);
});

describe('who may not', () => {
  let before: Record<string, string>;
  beforeAll(async () => {
    before = await stored();
  });

  it.each(cases)('%s', async (_name, row) => {
    const [ours, unknown] = [await row.sent(there), await row.sent(nowhere)];
    const refused = CALLERS.filter((one) => !may(one, row.as));
    const answers = await Promise.all(
      refused.map(async (caller) => {
        const [answer, other] = [await call(row, ours, caller), await call(row, unknown, caller)];
        expect([caller, classOf(caller, answer)]).toEqual([caller, 'refused']);
        expect([caller, marksIn(answer, ours)]).toEqual([caller, []]);
        return [caller, plain(answer, ours), plain(other, unknown)];
      }),
    );
    expect(answers.map(([caller, answer]) => [caller, answer])).toEqual(
      answers.map(([caller, , other]) => [caller, other]),
    );
    expect(await stored()).toEqual(before);
  });
});

describe('who may', () => {
  const seen = new Set<string>();

  it.each(cases)('%s', async (_name, row) => {
    // what somebody has read stays for the next; what somebody has changed may not
    const of = row.as === 'viewer' || row.as === 'everybody' ? there : fresh;
    // what is signed asks nobody who they are: some are enough
    const asked = row.as === 'anyone' ? (['nobody', 'a visitor', 'key of another site'] as const) : CALLERS;
    for (const caller of asked.filter((one) => may(one, row.as))) {
      const answer = await call(row, await row.sent(of), caller);
      expect([caller, answer.status === 200 ? 200 : answer.text]).toEqual([caller, 200]);
      if (caller === 'owner' && answer.text.includes(SECRET)) seen.add(row.id);
      const isStaff = (STAFF as readonly string[]).includes(caller);
      if (row.as !== 'anyone' && !isStaff)
        expect([caller, answer.text]).toEqual([caller, expect.not.stringContaining(SECRET)]);
    }
  });

  it('is shown what the others are not', () => {
    expect(seen.size).toBeGreaterThan(25);
  });
});

/** Another site's people may call, within their own site: that nothing of ours is there for them is told by the answers. */
function may(caller: Caller, level: Level): boolean {
  if (level === 'anyone') return !(INTRUDERS as readonly string[]).includes(caller);
  if ((STAFF as readonly string[]).includes(caller)) {
    return level === 'everybody' || STAFF.indexOf(caller as 'viewer') >= STAFF.indexOf(level as 'viewer');
  }
  return level === 'everybody' && (SUBMITTERS as readonly string[]).includes(caller);
}

function classOf(caller: Caller, { status, text }: Answered): string {
  const allowed: readonly number[] =
    caller === 'nobody' ? [401] : (ELSEWHERE as readonly string[]).includes(caller) ? [200, 403, 404] : [403, 404];
  return allowed.includes(status) ? 'refused' : `${status} ${text}`;
}

/** Marks that stand in the answer, and did not in the request. */
function marksIn({ text }: Answered, sent: Sent): string[] {
  const asked = JSON.stringify(sent);
  return [SECRET, PUBLIC].filter((mark) => text.includes(mark) && !asked.includes(mark));
}

/** The answer without what differs between any two calls. */
const plain = ({ status, text }: Answered, { params = {} }: Sent): string =>
  `${status} ${Object.values(params)
    .reduce((rest, param) => rest.replaceAll(param, '<id>'), text)
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<date>')
    .replace(/Made \d+/g, 'Made')
    .replace(/expires\w*":"[^"]+|BEGIN PUBLIC KEY[^"]+/g, '')}`;

function call({ id }: Row, { params = {}, search, body }: Sent, caller: Caller): Promise<Answered> {
  const endpoint = declared.get(id);
  if (!endpoint) throw new Error(`${id} is not declared`);
  const path = endpoint.path.replace(/\{(\w+)\*?\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const { as, headers } = credentials[caller];
  const upload = endpoint.upload ? { body: picture, headers: { ...headers, 'content-type': 'image/png' } } : {};
  return t.call({
    method: endpoint.method,
    path: search ? `${path}?${search}` : path,
    ...(as ? { as } : {}),
    ...(headers ? { headers } : {}),
    ...(body ? { body } : {}),
    ...upload,
  });
}

async function anonymous(): Promise<string> {
  const body = { clientId: t.app.clientId, grantType: 'anonymous' };
  return (await t.call({ method: 'POST', path: '/oauth2/token', body })).body.access_token;
}

/** Token of somebody who owns another site and has no part in ours. */
async function ownerOf(siteId: string): Promise<string> {
  const token = await t.userToken('owner');
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString());
  await t.db.updateTable('site_users').set({ site_id: siteId }).where('user_id', '=', sub).execute();
  return token;
}

/** All that calls of these slices write on our site themselves: neither what the worker makes of it later nor the words that a search keeps. */
async function stored(): Promise<Record<string, string>> {
  const tables = [
    ...['forms', 'submissions', 'spam_reports', 'submission_keys', 'submission_orders', 'files', 'file_usage'],
    ...['contacts', 'contact_labels', 'webhooks', 'audit_log'],
  ];
  const texts = tables.map(
    (table) => `
      select '${table}' as name, md5(string_agg(kept::text, '' order by kept::text)) as hash
      from (select to_jsonb(x) - array['words', 'failing_since'] as kept from ${table} x where site_id = '${t.site.id}') x`,
  );
  const { rows } = await sql.raw<{ name: string; hash: string }>(texts.join(' union all ')).execute(t.db);
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}
