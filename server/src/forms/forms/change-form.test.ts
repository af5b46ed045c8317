/** Changes of forms: updates, single parts, deleted fields, and the events of all these. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../events/index.ts';
import { type TestResponse, type TestServer, testServer } from '../../testing/index.ts';
import { codeOf, rulesOf, violationsOf } from '../../testing/responses.ts';
import { formCalls } from '../testing/form-calls.ts';
import { contactForm, text } from '../testing/sample-forms.ts';
import type { Json } from '../testing/submission-calls.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const { get, post, remove, make, change } = formCalls(() => t);

describe('responses with status 200', () => {
  it('changes the parts in the request, deletes absent fields, and restores them', async () => {
    const form = await make(contactForm());
    const [first, ...rest] = form.formFields;
    const shorter = (await change({ id: form.id, revision: '1', formFields: rest })).body.form;
    expect(shorter).toMatchObject({ revision: '2', name: form.name, enabled: true });
    expect(shorter.deletedFormFields).toEqual([first]);
    const restored = (await change({ id: form.id, revision: '2', formFields: form.formFields })).body.form;
    expect(restored.deletedFormFields).toEqual([]);
    expect(restored.formFields).toEqual(form.formFields);
  });

  it('changes only the parts that a mask names', async () => {
    const form = await make({ name: 'Masked' });
    const updateMasked = (mask: unknown, revision: string) =>
      change({ id: form.id, revision, enabled: false, autoFillContact: 'FORM_INPUT' }, t.key, { mask });
    expect((await updateMasked({ paths: ['form.autoFillContact'] }, '1')).body.form).toMatchObject({
      enabled: true,
      autoFillContact: 'FORM_INPUT',
    });
    expect((await updateMasked('enabled', '2')).body.form.enabled).toBe(false);
  });

  it('permanently deletes fields, whose targets are unknown afterwards', async () => {
    const [remaining, deleted] = [text('remaining'), text('deleted')];
    const form = await make({ formFields: [remaining, deleted] });
    await change({ id: form.id, revision: '1', formFields: [remaining] });
    const submit = () =>
      post('/v4/submissions', { submission: { formId: form.id, submissions: { deleted: 'x' } } }, t.visitor);
    expect((await submit()).status).toBe(200);
    const response = await post('/v4/forms/fields/delete', { formId: form.id, fieldsIds: [deleted.id] });
    expect(response.body.form).toMatchObject({ deletedFormFields: [], deletedFields: [], revision: '3' });
    expect((await submit()).status).toBe(400);
  });

  it('replaces the extended fields of one namespace and leaves the others', async () => {
    const form = await make({ extendedFields: { namespaces: { '@a/one': { n: 1 } } } });
    const set = (namespace: string, namespaceData: Json) =>
      post(`/v4/forms/${form.id}/extended-fields`, { id: form.id, namespace, namespaceData });
    expect((await set('@a/two', { x: [1] })).body).toEqual({ namespace: '@a/two', namespaceData: { x: [1] } });
    await set('__proto__', { polluted: true });
    const { extendedFields } = (await get(`/v4/forms/${form.id}`)).body.form;
    expect(extendedFields.namespaces).toMatchObject({ '@a/one': { n: 1 }, '@a/two': { x: [1] } });
    expect(({} as Json).polluted).toBeUndefined();
  });

  it('emits events for a form that is created, changed, disabled, enabled and deleted', async () => {
    const types = (['created', 'updated', 'deleted', 'disabled_form', 'enabled_form'] as const).map(
      (word) => `wix.forms.v4.form_${word}` as const,
    );
    const received: { entityId: string; type: string }[] = [];
    const unlisten = listen(types, async (_db, event) => void received.push(event));
    const form = await make();
    // Selects the events of this form, because events of earlier tests may arrive late.
    const listEventNames = () =>
      received.flatMap(({ entityId, type }) => (entityId === form.id ? type.replace('wix.forms.v4.form_', '') : []));
    const setEnabled = (enabled: boolean, revision: string) => change({ id: form.id, revision, enabled });
    await setEnabled(false, '1');
    await setEnabled(true, '2');
    await remove(`/v4/forms/${form.id}`);
    const expected = ['created', 'updated', 'disabled_form', 'updated', 'enabled_form', 'deleted'];
    await expect.poll(() => listEventNames().sort()).toEqual([...expected].sort());
    unlisten();
  });
});

describe('responses with status 400', () => {
  it('returns 400 for another target, input type or format of an existing field', async () => {
    const form = await make(contactForm());
    const [first, second, ...rest] = form.formFields;
    const formFields = [
      { ...first, inputOptions: { ...first.inputOptions, target: 'other' } },
      { ...second, inputOptions: { ...second.inputOptions, stringOptions: { componentType: 'TEXT_INPUT' } } },
      ...rest,
    ];
    const response = await change({ id: form.id, revision: '1', formFields });
    expect(violationsOf(response)).toMatchObject([
      { field: 'form.formFields.0.inputOptions.target', ruleName: 'FIELDS_COMPATIBILITY_ERROR' },
      {
        field: 'form.formFields.1.inputOptions.stringOptions.validation.format',
        ruleName: 'FIELDS_COMPATIBILITY_ERROR',
      },
    ]);
  });

  it('returns 400 for small changes that exceed the size of a form together', async () => {
    const form = await make();
    const set = (n: number) =>
      post(`/v4/forms/${form.id}/extended-fields`, {
        namespace: `@a/n${n}`,
        namespaceData: { x: 'x'.repeat(250_000) },
      });
    const responses = [];
    for (let n = 0; n < 4; n += 1) responses.push(await set(n));
    expect(responses.map((response) => response.status)).toContain(400);
    expect(rulesOf(responses.find((response) => response.status === 400) as TestResponse)).toEqual([
      'FORM_SIZE_EXCEEDED',
    ]);
  });

  it('returns 400 for an invalid mask', async () => {
    const form = await make();
    const response = await change({ id: form.id, revision: '1', name: 'x' }, t.key, { mask: 7 });
    expect(codeOf(response)).toBe('INVALID_MASK');
  });
});

describe('responses with status 404', () => {
  it('returns 404 for a field that is not deleted', async () => {
    const form = await make();
    const response = await post('/v4/forms/fields/delete', { formId: form.id, fieldsIds: [randomUUID()] });
    expect([response.status, codeOf(response)]).toEqual([404, 'DELETED_FIELD_NOT_FOUND']);
  });
});

describe('responses with status 409', () => {
  it('returns 409 for another revision than the stored one, also in parallel', async () => {
    const form = await make();
    const responses = await Promise.all(
      [1, 2, 3].map((n) => change({ id: form.id, revision: '1', name: `Race ${n}` })),
    );
    expect(responses.map((response) => response.status).sort()).toEqual([200, 409, 409]);
    const lateResponse = await change({ id: form.id, revision: '1', name: 'Late' });
    expect(lateResponse.body.details.applicationError).toMatchObject({
      code: 'REVISION_MISMATCH',
      data: { revision: '2' },
    });
  });
});
