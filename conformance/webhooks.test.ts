/**
 * Tests that the vendor's unmodified SDK verifies and decodes the deliveries of webhooks, with its own event
 * definitions.
 */
import { forms, submissions } from '@wix/forms';
import { members } from '@wix/members';
import { AppStrategy, createClient } from '@wix/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../server/src/events/testing/receiver.ts';
import { type TestServer, testServer } from '../server/src/testing/index.ts';

const NAMESPACE = 'wix.form_app.form';

let t: TestServer;
let receiver: Receiver;
let owner: string;
let publicKey: string;
beforeAll(async () => {
  t = await testServer();
  receiver = await startReceiver();
  owner = await t.userToken('owner');
  publicKey = await webhook('/all');
});
afterAll(async () => {
  await t.stop();
  await receiver.stop();
});

/** Creates a webhook for all events. Returns the public key that verifies its deliveries. */
async function webhook(path: string): Promise<string> {
  const webhook = { url: receiver.url(path), eventTypes: ['*'] };
  return (await call('POST', '/portico/v1/webhooks', { webhook }, owner)).webhook.publicKey;
}

async function call(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, as = t.key) {
  const response = await t.call({ method, path, body, as });
  if (response.status !== 200) throw new Error(`${method} ${path}: ${response.text}`);
  return response.body;
}

/** Returns a client of the vendor's SDK that acts as the app and knows only its public key. */
const app = (publicKey: string) =>
  createClient({
    modules: { submissions, forms, members },
    auth: AppStrategy({ appId: t.app.clientId, publicKey } as never),
  });

// biome-ignore lint/suspicious/noExplicitAny: tests inspect events of every shape
type DecodedEvent = any;
type App = ReturnType<typeof app>;
type Register = (handler: (event: DecodedEvent) => void) => void;

const decodedTypes = new Set<string>();

/**
 * Runs `act` and waits for its webhook delivery. Returns the event that the SDK's handler receives. If `act` returns an
 * object with an id, the event must concern that object.
 */
async function receive(register: (app: App) => unknown, act: () => Promise<unknown>): Promise<DecodedEvent> {
  const seen = receiver.requestsTo('/all').length;
  const created = (await act()) as { id?: string } | undefined;
  const client = app(publicKey);
  const events: DecodedEvent[] = [];
  (register(client) as Register)((event) => {
    if (!created?.id || event.metadata.entityId === created.id) events.push(event);
  });
  const expected = [...client.webhooks.getRegisteredEvents().keys()];
  for (let next = seen; events.length === 0; next += 1) {
    const one = (await receiver.waitFor('/all', next + 1))[next];
    const { eventType } = await client.webhooks.parseJWT(one?.body ?? '');
    decodedTypes.add(eventType);
    if (expected.includes(eventType)) await client.webhooks.process(one?.body ?? '');
  }
  return events[0];
}

const metadata = (entityFqdn: string, slug: string, more: object = {}) =>
  expect.objectContaining({
    _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    entityFqdn,
    slug,
    entityId: expect.any(String),
    eventTime: expect.any(Date),
    entityEventSequence: expect.stringMatching(/^\d+$/),
    triggeredByAnonymizeRequest: false,
    instanceId: t.site.id,
    accountInfo: { accountId: t.site.accountId, siteId: t.site.id },
    ...more,
  });
const createdByApiKey = { identity: { identityType: 'APP', appId: expect.any(String) } };

async function newForm(more: object = {}): Promise<{ id: string; revision: string }> {
  const field = {
    id: crypto.randomUUID(),
    identifier: 'TEXT_INPUT',
    fieldType: 'INPUT',
    inputOptions: {
      ...more,
      target: 'note',
      inputType: 'STRING',
      stringOptions: { componentType: 'TEXT_INPUT', textInputOptions: { label: 'Note' } },
    },
  };
  return (await call('POST', '/v4/forms', { form: { name: 'Notes', namespace: NAMESPACE, formFields: [field] } })).form;
}
let form: { id: string; revision: string };
const newSubmission = async (as = t.visitor, formId?: string): Promise<DecodedEvent> => {
  form ??= await newForm();
  const body = { submission: { formId: formId ?? form.id, submissions: { note: 'Hello' } } };
  return (await call('POST', '/v4/submissions', body, as)).submission;
};

describe('submissions', () => {
  const FQDN = 'wix.forms.v4.submission';
  const entityOf = (submission: DecodedEvent, more: object = {}) =>
    expect.objectContaining({
      _id: submission.id,
      formId: submission.formId,
      namespace: NAMESPACE,
      submissions: { note: 'Hello' },
      _createdDate: new Date(submission.createdDate),
      _updatedDate: expect.any(Date),
      ...more,
    });

  it('onSubmissionCreated receives a submission of a visitor', async () => {
    let createdEvent: DecodedEvent;
    const event = await receive(
      (app) => app.submissions.onSubmissionCreated,
      async () => {
        createdEvent = await newSubmission();
      },
    );
    const identity = { identityType: 'ANONYMOUS_VISITOR', anonymousVisitorId: t.visitorId };
    const entity = entityOf(createdEvent, { status: 'CONFIRMED', submitter: { visitorId: t.visitorId } });
    expect(event).toEqual({ entity, metadata: metadata(FQDN, 'created', { identity, entityId: createdEvent.id }) });
  });

  it('onSubmissionCreated receives a submission of a member', async () => {
    const event = await receive(
      (app) => app.submissions.onSubmissionCreated,
      () => newSubmission(t.member),
    );
    expect(event.metadata.identity).toEqual({ identityType: 'MEMBER', memberId: t.memberId });
  });

  it('onSubmissionUpdated receives the changed submission', async () => {
    const { id, formId, revision, createdDate } = await newSubmission();
    const submission = { id, formId, revision, seen: true };
    const event = await receive(
      (app) => app.submissions.onSubmissionUpdated,
      () => call('PATCH', `/v4/submissions/${id}`, { submission }),
    );
    expect(event.entity).toEqual(entityOf({ id, formId, createdDate }, { seen: true, revision: '2' }));
    expect(event.metadata).toEqual(metadata(FQDN, 'updated', createdByApiKey));
    expect(event.modifiedFields).toMatchObject({ seen: true });
  });

  it('onSubmissionStatusUpdated receives the previous status', async () => {
    const createdEvent = await newSubmission();
    const { id, formId, revision } = createdEvent;
    const submission = { id, formId, revision, status: 'PENDING' };
    const event = await receive(
      (app) => app.submissions.onSubmissionStatusUpdated,
      () => call('PATCH', `/v4/submissions/${id}`, { submission }),
    );
    expect(event).toEqual({
      data: { submission: entityOf(createdEvent, { status: 'PENDING' }), previousStatus: 'CONFIRMED' },
      metadata: metadata(FQDN, 'status_updated', createdByApiKey),
    });
  });

  it('onSubmissionDeleted and onSubmissionRemovedSubmissionFromTrash receive the deleted submission', async () => {
    const createdEvent = await newSubmission();
    const deleted = await receive(
      (app) => app.submissions.onSubmissionDeleted,
      () => call('DELETE', `/v4/submissions/${createdEvent.id}`),
    );
    expect(deleted).toEqual({
      entity: entityOf(createdEvent),
      metadata: metadata(FQDN, 'deleted', { entityId: createdEvent.id }),
    });
    const removed = await receive(
      (app) => app.submissions.onSubmissionRemovedSubmissionFromTrash,
      () => call('DELETE', `/v4/submissions/trash-bin/${createdEvent.id}`),
    );
    expect(removed).toEqual({
      data: { submission: entityOf(createdEvent) },
      metadata: metadata(FQDN, 'removed_submission_from_trash', { entityId: createdEvent.id }),
    });
    expect(BigInt(removed.metadata.entityEventSequence)).toBeGreaterThan(BigInt(deleted.metadata.entityEventSequence));
  });

  it('onSubmissionContactMapped receives the id of the contact', async () => {
    const { id: formId } = await newForm({ contactMapping: { contactField: 'FIRST_NAME' } });
    const event = await receive(
      (app) => app.submissions.onSubmissionContactMapped,
      () => newSubmission(t.visitor, formId),
    );
    expect(event).toEqual({
      data: {
        contactId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        namespace: NAMESPACE,
        contactIdentityType: 'CONTACT',
      },
      metadata: metadata(FQDN, 'submission_contact_mapped'),
    });
  });

  it('onSubmissionContactMappingSkipped is called if the form maps no contact', async () => {
    const event = await receive(
      (app) => app.submissions.onSubmissionContactMappingSkipped,
      () => newSubmission(),
    );
    expect(event).toEqual({
      data: { formId: form.id, namespace: NAMESPACE, contactId: null },
      metadata: metadata(FQDN, 'submission_contact_mapping_skipped'),
    });
  });
});

describe('forms', () => {
  const FQDN = 'wix.forms.v4.form';

  it('onFormCreated, onFormUpdated, onFormDisabledForm, onFormEnabledForm, onFormDeleted receive the changes of a form', async () => {
    let createdEvent: DecodedEvent;
    const change = async (more: object) => {
      const body = {
        form: { id: createdEvent.id, revision: createdEvent.revision, formFields: createdEvent.formFields, ...more },
      };
      createdEvent = (await call('PATCH', `/v4/forms/${createdEvent.id}`, body)).form;
    };
    const created = await receive(
      (app) => app.forms.onFormCreated,
      async () => {
        createdEvent = await newForm();
      },
    );
    const entity = { _id: createdEvent.id, namespace: NAMESPACE, _createdDate: new Date(createdEvent.createdDate) };
    expect(created.entity).toMatchObject(entity);
    expect(created.metadata).toEqual({
      ...created.metadata,
      entityFqdn: FQDN,
      slug: 'created',
      entityId: createdEvent.id,
    });

    const updated = await receive(
      (app) => app.forms.onFormUpdated,
      () => change({ name: 'Other notes' }),
    );
    expect(updated.entity).toMatchObject({ ...entity, name: 'Other notes', revision: '2' });
    const disabledEvent = await receive(
      (app) => app.forms.onFormDisabledForm,
      () => change({ enabled: false }),
    );
    expect(disabledEvent).toMatchObject({ data: { namespace: NAMESPACE } });
    expect(disabledEvent.metadata).toEqual(metadata(FQDN, 'disabled_form', { entityId: createdEvent.id }));
    const enabled = await receive(
      (app) => app.forms.onFormEnabledForm,
      () => change({ enabled: true }),
    );
    expect(enabled).toMatchObject({ data: { namespace: NAMESPACE }, metadata: { slug: 'enabled_form' } });
    const deleted = await receive(
      (app) => app.forms.onFormDeleted,
      () => call('DELETE', `/v4/forms/${createdEvent.id}`),
    );
    expect(deleted).toMatchObject({ entity, metadata: { slug: 'deleted', entityFqdn: FQDN } });
  });
});

describe('members', () => {
  it('onMemberCreated, onMemberUpdated, onMemberDeleted receive the changes of a member', async () => {
    let id = '';
    const created = await receive(
      (app) => app.members.onMemberCreated,
      async () => {
        id = (await call('POST', '/members/v1/members', { member: { loginEmail: 'new@example.org' } })).member.id;
      },
    );
    expect(created).toMatchObject({ entity: { _id: id, loginEmail: 'new@example.org' } });
    expect(created.metadata).toEqual(metadata('wix.members.v1.member', 'created', { entityId: id }));
    const updated = await receive(
      (app) => app.members.onMemberUpdated,
      () => call('PATCH', `/members/v1/members/${id}`, { member: { id, profile: { nickname: 'Sam' } } }),
    );
    expect(updated).toMatchObject({ entity: { _id: id, profile: { nickname: 'Sam' } } });
    const deleted = await receive(
      (app) => app.members.onMemberDeleted,
      () => call('DELETE', `/members/v1/members/${id}`),
    );
    expect(deleted.metadata).toEqual(metadata('wix.members.v1.member', 'deleted', { entityId: id }));
    // The server's internal deletion event contains the deleted data, which webhooks must not receive.
    expect(deleted.entity).toBeUndefined();
  });
});

describe('the signature of a delivery', () => {
  const first = () => receiver.requestsTo('/all')[0]?.body ?? '';

  it('is rejected with the key of another webhook', async () => {
    const other = await webhook('/other');
    await newSubmission();
    const [one] = await receiver.waitFor('/other', 1);
    await expect(app(other).webhooks.parseJWT(one?.body ?? '')).resolves.toMatchObject({ instanceId: t.site.id });
    await expect(app(publicKey).webhooks.parseJWT(one?.body ?? '')).rejects.toThrow('signature verification failed');
  });

  it('is rejected for a changed byte and for an unsigned token', async () => {
    const [encodedHeader, body, signature] = first().split('.');
    await expect(app(publicKey).webhooks.parseJWT(`${encodedHeader}.${body}x.${signature}`)).rejects.toThrow();
    const unsignedHeader = Buffer.from('{"alg":"none"}').toString('base64url');
    await expect(app(publicKey).webhooks.parseJWT(`${unsignedHeader}.${body}.`)).rejects.toThrow();
  });

  it('is accepted as text and as a request', async () => {
    const request = new Request('https://app.example/', { method: 'POST', body: first() });
    expect(await app(publicKey).webhooks.processRequest(request)).toMatchObject({ instanceId: t.site.id });
  });
});

it('these tests decode every event of submissions and forms', () => {
  const names = [...decodedTypes].filter((type) => type.startsWith('wix.forms.v4.')).map((type) => type.slice(13));
  expect(names.toSorted()).toEqual([
    ...['form_created', 'form_deleted', 'form_disabled_form', 'form_enabled_form', 'form_updated'],
    ...['submission_created', 'submission_deleted', 'submission_removed_submission_from_trash'],
    ...['submission_status_updated', 'submission_submission_contact_mapped'],
    ...['submission_submission_contact_mapping_skipped', 'submission_updated'],
  ]);
});
