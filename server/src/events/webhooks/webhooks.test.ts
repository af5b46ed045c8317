import { eventTypes } from '@portico/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, type TestServer, testServer } from '../../testing/index.ts';

let t: TestServer;
let owner: string;
beforeAll(async () => {
  t = await testServer();
  owner = await t.userToken('owner');
});
afterAll(() => t.stop());

const PATH = '/portico/v1/webhooks';
const call = (method: Call['method'], path: string, body?: unknown, as = owner) => t.call({ method, path, body, as });
const WEBHOOK_URL = 'https://hooks.example.org/in?x=1';
const create = (webhook: object, as = owner) =>
  call('POST', PATH, { webhook: { url: WEBHOOK_URL, eventTypes: ['*'], ...webhook } }, as);
const createDefault = async (webhook: object = { format: 'STANDARD' }) => (await create(webhook)).body;
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

describe('a successful call', () => {
  it('defaults to the format JWT, whose public key can always be read', async () => {
    const { status, body } = await create({ eventTypes: ['wix.forms.v4.submission_created'], name: 'My app' });
    expect(status).toBe(200);
    expect(body).toEqual({
      webhook: {
        webhookId: expect.any(String),
        name: 'My app',
        url: WEBHOOK_URL,
        eventTypes: ['wix.forms.v4.submission_created'],
        format: 'JWT',
        enabled: true,
        disabledReason: null,
        failingSince: null,
        publicKey: expect.stringMatching(/^-----BEGIN PUBLIC KEY-----/),
        createdDate: expect.any(String),
        updatedDate: expect.any(String),
      },
      secret: null,
    });
    expect((await call('GET', `${PATH}/${body.webhook.webhookId}`)).body.webhook).toEqual(body.webhook);
  });

  it('shows a shared secret once and stores neither it nor a private key in plain text', async () => {
    const { webhook, secret } = await createDefault();
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(webhook.publicKey).toBeNull();
    const read = await call('GET', PATH);
    expect(read.text).not.toContain(secret);
    expect(read.body.webhooks.map((one: { webhookId: string }) => one.webhookId)).toContain(webhook.webhookId);
    const stored = JSON.stringify(await t.db.selectFrom('webhooks').selectAll().execute());
    expect(stored).not.toContain(secret.slice(6));
    expect(stored).not.toContain('PRIVATE KEY');
    const log = await t.db.selectFrom('audit_log').select(['action', 'after']).execute();
    expect(log.map((row) => row.action)).toContain('events.webhooks.create');
    expect(JSON.stringify(log)).not.toContain(secret.slice(6));
  });

  it.each(eventTypes)('%s can be subscribed to', async (type) => {
    const { webhook } = await createDefault({ format: 'STANDARD', eventTypes: [type, type], enabled: false });
    expect(webhook).toMatchObject({ eventTypes: [type], enabled: false });
    expect((await call('DELETE', `${PATH}/${webhook.webhookId}`)).body).toEqual({});
  });

  it('changes the named properties and keeps the rest', async () => {
    const { webhook } = await createDefault();
    const path = `${PATH}/${webhook.webhookId}`;
    const url = 'https://other.example.org/';
    const { body } = await call('PATCH', path, { webhook: { url, enabled: false } });
    expect(body).toEqual({
      webhook: { ...webhook, url, enabled: false, updatedDate: expect.any(String) },
      secret: null,
    });
  });

  it('creates a new secret for another format, but not for the same one', async () => {
    const { webhook } = await createDefault();
    const path = `${PATH}/${webhook.webhookId}`;
    expect((await call('PATCH', path, { webhook: { format: 'STANDARD' } })).body.secret).toBeNull();
    const jwtBody = (await call('PATCH', path, { webhook: { format: 'JWT' } })).body;
    expect(jwtBody).toMatchObject({
      secret: null,
      webhook: { publicKey: expect.stringContaining('BEGIN PUBLIC KEY') },
    });
    const back = (await call('PATCH', path, { webhook: { format: 'STANDARD' } })).body;
    expect(back).toMatchObject({ secret: expect.stringMatching(/^whsec_/), webhook: { publicKey: null } });
  });

  it('clears the failures of a webhook that is enabled again', async () => {
    const { webhook } = await createDefault();
    const path = `${PATH}/${webhook.webhookId}`;
    await t.db
      .updateTable('webhooks')
      .set({ enabled: false, disabled_reason: 'GONE', failing_since: new Date() })
      .where('id', '=', webhook.webhookId)
      .execute();
    expect((await call('GET', path)).body.webhook).toMatchObject({ enabled: false, disabledReason: 'GONE' });
    const { body } = await call('PATCH', path, { webhook: { enabled: true } });
    expect(body.webhook).toMatchObject({ enabled: true, disabledReason: null, failingSince: null });
  });

  it.each(['JWT', 'STANDARD'])('rotates the secret of %s', async (format) => {
    const { webhook, secret } = await createDefault({ format });
    const { body } = await call('POST', `${PATH}/${webhook.webhookId}/rotate-secret`, {});
    if (format === 'JWT') expect(body.webhook.publicKey).not.toBe(webhook.publicKey);
    else expect(body.secret).toMatch(/^whsec_/);
    expect(body.secret ?? body.webhook.publicKey).not.toBe(secret ?? webhook.publicKey);
  });
});

describe('400 is returned', () => {
  it.each([
    ['no address', 'hooks'],
    ['http', 'http://hooks.example.org/'],
    ['another scheme', 'ftp://hooks.example.org/'],
    ['a password', 'https://sam:secret@hooks.example.org/'],
    ['a part after #', 'https://hooks.example.org/#here'],
    ['too many characters once written out', `https://hooks.example.org/${'ä'.repeat(400)}`],
    ['this machine', 'https://127.0.0.2/'],
    ['this machine in hexadecimal', 'https://0x7f.2/'],
    ['this machine as one number', 'https://2130706434/'],
    ['this machine in octal', 'https://0177.0.0.2/'],
    ['this machine inside an IPv6 address', 'https://[::ffff:127.0.0.2]/'],
    ['this machine by IPv6', 'https://[::1]/'],
    ['a private network', 'https://192.168.1.1/'],
    ['the metadata of a cloud', 'https://169.254.169.254/latest/meta-data'],
    ['the network of a provider', 'https://100.64.0.1/'],
    ['everywhere', 'https://0.0.0.0/'],
  ])('an address with %s', async (_name, url) => {
    const { status, body } = await create({ url });
    expect(status).toBe(400);
    expect(body.details.validationError.fieldViolations[0].field).toBe('webhook.url');
  });

  it.each([
    ['no event types', { eventTypes: [] }],
    ['an unknown event type', { eventTypes: ['wix.forms.v4.submission_eaten'] }],
    ['an event of the server’s own', { eventTypes: ['portico.identity.recovery_requested'] }],
    ['an unknown format', { format: 'XML' }],
    ['a name of two lines', { name: 'a\nb' }],
  ])('%s', async (_name, webhook) => {
    expect((await create(webhook)).status).toBe(400);
  });

  it('for the same values in an update', async () => {
    const { webhook } = await createDefault();
    const response = await call('PATCH', `${PATH}/${webhook.webhookId}`, { webhook: { url: 'https://10.0.0.1/' } });
    expect(response.status).toBe(400);
  });
});

/** Returns every webhook call, with ids of existing resources. */
const listCalls = async (): Promise<[string, Call['method'], string, unknown][]> => {
  const { webhook } = await createDefault();
  const { delivery } = (await call('POST', `${PATH}/${webhook.webhookId}/test`, {})).body;
  const one = `${PATH}/${webhook.webhookId}`;
  const deliveryPath = `/portico/v1/webhook-deliveries/${delivery.deliveryId}`;
  return [
    ['create', 'POST', PATH, { webhook: { url: WEBHOOK_URL, eventTypes: ['*'] } }],
    ['list', 'GET', PATH, undefined],
    ['get', 'GET', one, undefined],
    ['update', 'PATCH', one, { webhook: { name: 'x' } }],
    ['rotate', 'POST', `${one}/rotate-secret`, {}],
    ['test', 'POST', `${one}/test`, {}],
    ['list deliveries', 'GET', '/portico/v1/webhook-deliveries', undefined],
    ['get delivery', 'GET', deliveryPath, undefined],
    ['redeliver', 'POST', `${deliveryPath}/redeliver`, {}],
    ['delete', 'DELETE', one, undefined],
  ];
};

it('returns 401 without a credential', async () => {
  for (const [name, method, path, body] of await listCalls()) {
    expect([name, (await t.call({ method, path, body })).status]).toEqual([name, 401]);
  }
});

describe('403 is returned', () => {
  it.each(['visitor', 'member', 'key', 'viewer', 'editor'] as const)('every call as %s', async (who) => {
    const as = who === 'viewer' || who === 'editor' ? await t.userToken(who) : t[who];
    for (const [name, method, path, body] of await listCalls()) {
      expect([name, (await call(method, path, body, as)).status]).toEqual([name, 403]);
    }
  });
});

describe('404 is returned', () => {
  it('for unknown webhooks and deliveries, and those of another site', async () => {
    const others = await t.secondSite();
    const calls = await listCalls();
    await t.db
      .insertInto('webhooks')
      .values({
        ...{ site_id: others.site.id, id: '11111111-0000-4000-8000-000000000000', name: '', url: WEBHOOK_URL },
        ...{ event_types: ['*'], format: 'STANDARD', sealed_secret: 'x' },
      })
      .execute();
    for (const id of [UNKNOWN_ID, '11111111-0000-4000-8000-000000000000']) {
      for (const [name, method, path, body] of calls.filter(([, , path]) => /[0-9a-f]{8}-/.test(path))) {
        const response = await call(method, path.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, id), body);
        expect([name, response.status]).toEqual([name, 404]);
      }
    }
  });
});

describe('409 is returned', () => {
  it('for testing or resending to a disabled webhook', async () => {
    const { webhook } = await createDefault();
    const { delivery } = (await call('POST', `${PATH}/${webhook.webhookId}/test`, {})).body;
    await call('PATCH', `${PATH}/${webhook.webhookId}`, { webhook: { enabled: false } });
    const again = `/portico/v1/webhook-deliveries/${delivery.deliveryId}/redeliver`;
    for (const path of [`${PATH}/${webhook.webhookId}/test`, again]) {
      const { status, body } = await call('POST', path, {});
      expect([status, body.details.applicationError.code]).toEqual([409, 'WEBHOOK_DISABLED']);
    }
  });

  it('for the fifty-first webhook of a site', async () => {
    const responses = await Promise.all(
      Array.from({ length: 52 }, () => create({ format: 'STANDARD', enabled: false })),
    );
    const rejected = responses.filter((response) => response.status === 409);
    expect(rejected.length).toBeGreaterThanOrEqual(2);
    expect(rejected[0]?.body.details.applicationError.code).toBe('WEBHOOK_COUNT_OVER_MAX');
    expect((await call('GET', PATH)).body.webhooks).toHaveLength(50);
  });
});
