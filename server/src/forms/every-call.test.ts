/**
 * Makes every call of forms, files, contacts and webhooks as every caller. Callers without permission receive the same
 * response for existing and unknown ids, and change nothing.
 */
import { endpoints } from '@portico/contract/index';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestResponse, type TestServer, testServer } from '../testing/index.ts';
import { type CallInput, type Level, ROWS, type Row } from './testing/every-call.ts';
import { createMakers, type Makers, memoize, PUBLIC, SECRET, somePicture, unknownIds } from './testing/site-content.ts';

const SLICES = ['forms', 'media', 'contacts', 'events'];
const endpointsById = new Map(endpoints.filter(({ slice }) => SLICES.includes(slice)).map((one) => [one.id, one]));

const SUBMITTERS = ['a visitor', 'another visitor', 'a member', 'another member'] as const;
const STAFF = ['viewer', 'editor', 'owner'] as const;
/** Callers from another site who act on that site. */
const FOREIGN_CALLERS = ['owner of another site', 'key of another site'] as const;
/** The same callers when they try to act on this site. */
const INTRUDERS = ['owner of another site, here', 'key of another site, here'] as const;
const CALLERS = ['no token', ...SUBMITTERS, 'key without scope', ...FOREIGN_CALLERS, ...INTRUDERS, ...STAFF] as const;
type Caller = (typeof CALLERS)[number];

interface Credential {
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

let t: TestServer;
let credentials: Readonly<Record<Caller, Credential>>;
let picture: Buffer;
/** Content that no call without permission may see or change. */
let sharedContent: Makers;
/** New content for every call that changes it. */
let newContent: Makers;

beforeAll(async () => {
  t = await testServer();
  const second = await t.secondSite();
  const elsewhere = { 'wix-site-id': second.site.id };
  const owner = await t.userToken('owner');
  const foreignOwner = await ownerOf(second.site.id);
  credentials = {
    'no token': {},
    'a visitor': { as: t.visitor },
    'another visitor': { as: await newVisitorToken() },
    'a member': { as: t.member },
    'another member': { as: t.otherMember },
    'key without scope': { as: await t.keyWith(['items:all', 'collections:manage', 'members:manage']) },
    'owner of another site': { as: foreignOwner, headers: elsewhere },
    'key of another site': { as: second.key, headers: elsewhere },
    'owner of another site, here': { as: foreignOwner },
    'key of another site, here': { as: second.key },
    viewer: { as: await t.userToken('viewer') },
    editor: { as: await t.userToken('editor') },
    owner: { as: owner },
  };
  picture = await somePicture;
  newContent = createMakers(t, { sender: await newVisitorToken(), owner });
  sharedContent = memoize(newContent);
  for (const make of Object.values(sharedContent)) await make();
});
afterAll(() => t.stop());

const cases = ROWS.map((row) => [`${row.id}${row.variant ? `, ${row.variant}` : ''}`, row] as const);

it('has rows for exactly the declared calls', () => {
  expect([...new Set(ROWS.map(({ id }) => id))].sort()).toEqual([...endpointsById.keys()].sort());
  console.log(`${endpointsById.size} calls in ${ROWS.length} rows × ${CALLERS.length} callers`);
});

describe('rejects callers without permission', () => {
  let before: Record<string, string>;
  beforeAll(async () => {
    before = await hashTables();
  });

  it.each(cases)('%s', async (_name, row) => {
    const [existingInput, unknownInput] = [await row.input(sharedContent), await row.input(unknownIds)];
    const rejected = CALLERS.filter((one) => !may(one, row.minimum));
    const outcomes = await Promise.all(
      rejected.map(async (caller) => {
        const [response, other] = [await call(row, existingInput, caller), await call(row, unknownInput, caller)];
        expect([caller, outcomeOf(caller, response)]).toEqual([caller, 'rejected']);
        expect([caller, leakedMarkers(response, existingInput)]).toEqual([caller, []]);
        return [caller, normalizeResponse(response, existingInput), normalizeResponse(other, unknownInput)];
      }),
    );
    expect(outcomes.map(([caller, outcome]) => [caller, outcome])).toEqual(
      outcomes.map(([caller, , other]) => [caller, other]),
    );
    expect(await hashTables()).toEqual(before);
  });
});

describe('accepts callers with permission', () => {
  const seen = new Set<string>();

  it.each(cases)('%s', async (_name, row) => {
    // Calls that only read can share content.
    const content = row.minimum === 'viewer' || row.minimum === 'everybody' ? sharedContent : newContent;
    // Signed URLs ignore the caller, so a few callers are enough.
    const callers = row.minimum === 'anyone' ? (['no token', 'a visitor', 'key of another site'] as const) : CALLERS;
    for (const caller of callers.filter((one) => may(one, row.minimum))) {
      const response = await call(row, await row.input(content), caller);
      expect([caller, response.status === 200 ? 200 : response.text]).toEqual([caller, 200]);
      if (caller === 'owner' && response.text.includes(SECRET)) seen.add(row.id);
      const isStaff = (STAFF as readonly string[]).includes(caller);
      if (row.minimum !== 'anyone' && !isStaff)
        expect([caller, response.text]).toEqual([caller, expect.not.stringContaining(SECRET)]);
    }
  });

  it('and returns secret content to them', () => {
    expect(seen.size).toBeGreaterThan(25);
  });
});

/**
 * Returns true if the caller may make calls of this level. Callers from another site count as callers without
 * permission, although they may make the calls on their own site.
 */
function may(caller: Caller, level: Level): boolean {
  if (level === 'anyone') return !(INTRUDERS as readonly string[]).includes(caller);
  if ((STAFF as readonly string[]).includes(caller)) {
    return level === 'everybody' || STAFF.indexOf(caller as 'viewer') >= STAFF.indexOf(level as 'viewer');
  }
  return level === 'everybody' && (SUBMITTERS as readonly string[]).includes(caller);
}

function outcomeOf(caller: Caller, { status, text }: TestResponse): string {
  const allowed: readonly number[] =
    caller === 'no token'
      ? [401]
      : (FOREIGN_CALLERS as readonly string[]).includes(caller)
        ? [200, 403, 404]
        : [403, 404];
  return allowed.includes(status) ? 'rejected' : `${status} ${text}`;
}

/** Returns the markers that the response contains and the request does not. */
function leakedMarkers({ text }: TestResponse, input: CallInput): string[] {
  const request = JSON.stringify(input);
  return [SECRET, PUBLIC].filter((mark) => text.includes(mark) && !request.includes(mark));
}

/** Returns the response without the parts that differ between any two calls. */
const normalizeResponse = ({ status, text }: TestResponse, { params = {} }: CallInput): string =>
  `${status} ${Object.values(params)
    .reduce((rest, param) => rest.replaceAll(param, '<id>'), text)
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<date>')
    .replace(/Made \d+/g, 'Made')
    .replace(/expires\w*":"[^"]+|BEGIN PUBLIC KEY[^"]+/g, '')}`;

function call({ id }: Row, { params = {}, search, body }: CallInput, caller: Caller): Promise<TestResponse> {
  const endpoint = endpointsById.get(id);
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

async function newVisitorToken(): Promise<string> {
  const body = { clientId: t.app.clientId, grantType: 'anonymous' };
  return (await t.call({ method: 'POST', path: '/oauth2/token', body })).body.access_token;
}

/** Returns the token of an owner of another site. */
async function ownerOf(siteId: string): Promise<string> {
  const token = await t.userToken('owner');
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString());
  await t.db.updateTable('site_users').set({ site_id: siteId }).where('user_id', '=', sub).execute();
  return token;
}

/** Returns hashes of all tables that the calls write, except those of workers and of the full-text index. */
async function hashTables(): Promise<Record<string, string>> {
  const tables = [
    ...['forms', 'submissions', 'spam_reports', 'submission_keys', 'submission_orders', 'files', 'file_usage'],
    ...['contacts', 'contact_labels', 'webhooks', 'audit_log'],
  ];
  const texts = tables.map(
    (table) => `
      select '${table}' as name, md5(string_agg(content::text, '' order by content::text)) as hash
      from (select to_jsonb(x) - array['words', 'failing_since'] as content from ${table} x where site_id = '${t.site.id}') x`,
  );
  const { rows } = await sql.raw<{ name: string; hash: string }>(texts.join(' union all ')).execute(t.db);
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}
