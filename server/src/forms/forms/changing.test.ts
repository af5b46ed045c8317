/** Forms that change: what is sent, parts of them, deleted fields, and what is told of all that. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../events/index.ts';
import { codeOf, rulesOf, violationsOf } from '../../testing/answers.ts';
import { type Answered, type TestServer, testServer } from '../../testing/index.ts';
import type { Json } from '../testing/calls.fixture.ts';
import { formCalls } from '../testing/form-calls.fixture.ts';
import { contactForm, text } from '../testing/forms.fixture.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const { get, post, remove, make, change } = formCalls(() => t);

describe('200', () => {
  it('updates what is sent, moves fields left out to the deleted ones, and takes them back', async () => {
    const form = await make(contactForm());
    const [first, ...rest] = form.formFields;
    const shorter = (await change({ id: form.id, revision: '1', formFields: rest })).body.form;
    expect(shorter).toMatchObject({ revision: '2', name: form.name, enabled: true });
    expect(shorter.deletedFormFields).toEqual([first]);
    const whole = (await change({ id: form.id, revision: '2', formFields: form.formFields })).body.form;
    expect(whole.deletedFormFields).toEqual([]);
    expect(whole.formFields).toEqual(form.formFields);
  });

  it('changes only what the mask names where there is one', async () => {
    const form = await make({ name: 'Masked' });
    const masked = (mask: unknown, revision: string) =>
      change({ id: form.id, revision, enabled: false, autoFillContact: 'FORM_INPUT' }, t.key, { mask });
    expect((await masked({ paths: ['form.autoFillContact'] }, '1')).body.form).toMatchObject({
      enabled: true,
      autoFillContact: 'FORM_INPUT',
    });
    expect((await masked('enabled', '2')).body.form.enabled).toBe(false);
  });

  it('forgets deleted fields for good: their targets are unknown from then on', async () => {
    const [kept, gone] = [text('kept'), text('gone')];
    const form = await make({ formFields: [kept, gone] });
    await change({ id: form.id, revision: '1', formFields: [kept] });
    const submit = () =>
      post('/v4/submissions', { submission: { formId: form.id, submissions: { gone: 'x' } } }, t.visitor);
    expect((await submit()).status).toBe(200);
    const answer = await post('/v4/forms/fields/delete', { formId: form.id, fieldsIds: [gone.id] });
    expect(answer.body.form).toMatchObject({ deletedFormFields: [], deletedFields: [], revision: '3' });
    expect((await submit()).status).toBe(400);
  });

  it('sets the extended fields of one namespace and leaves the others', async () => {
    const form = await make({ extendedFields: { namespaces: { '@a/one': { n: 1 } } } });
    const set = (namespace: string, namespaceData: Json) =>
      post(`/v4/forms/${form.id}/extended-fields`, { id: form.id, namespace, namespaceData });
    expect((await set('@a/two', { x: [1] })).body).toEqual({ namespace: '@a/two', namespaceData: { x: [1] } });
    await set('__proto__', { polluted: true });
    const { extendedFields } = (await get(`/v4/forms/${form.id}`)).body.form;
    expect(extendedFields.namespaces).toMatchObject({ '@a/one': { n: 1 }, '@a/two': { x: [1] } });
    expect(({} as Json).polluted).toBeUndefined();
  });

  it('tells of each form that is made, changed, switched off and on, and deleted', async () => {
    const types = (['created', 'updated', 'deleted', 'disabled_form', 'enabled_form'] as const).map(
      (word) => `wix.forms.v4.form_${word}` as const,
    );
    const heard: { entityId: string; type: string }[] = [];
    const unlisten = listen(types, async (_db, event) => void heard.push(event));
    const form = await make();
    // Events of the tests before may still be on their way.
    const told = () =>
      heard.flatMap(({ entityId, type }) => (entityId === form.id ? type.replace('wix.forms.v4.form_', '') : []));
    const switched = (enabled: boolean, revision: string) => change({ id: form.id, revision, enabled });
    await switched(false, '1');
    await switched(true, '2');
    await remove(`/v4/forms/${form.id}`);
    const expected = ['created', 'updated', 'disabled_form', 'updated', 'enabled_form', 'deleted'];
    await expect.poll(() => told().sort()).toEqual([...expected].sort());
    unlisten();
  });
});

describe('400', () => {
  it('refuses another target, input type or format for a field that is there', async () => {
    const form = await make(contactForm());
    const [first, second, ...rest] = form.formFields;
    const formFields = [
      { ...first, inputOptions: { ...first.inputOptions, target: 'other' } },
      { ...second, inputOptions: { ...second.inputOptions, stringOptions: { componentType: 'TEXT_INPUT' } } },
      ...rest,
    ];
    const answer = await change({ id: form.id, revision: '1', formFields });
    expect(violationsOf(answer)).toMatchObject([
      { field: 'form.formFields.0.inputOptions.target', ruleName: 'FIELDS_COMPATIBILITY_ERROR' },
      {
        field: 'form.formFields.1.inputOptions.stringOptions.validation.format',
        ruleName: 'FIELDS_COMPATIBILITY_ERROR',
      },
    ]);
  });

  it('lets no form grow over its size by small steps', async () => {
    const form = await make();
    const set = (n: number) =>
      post(`/v4/forms/${form.id}/extended-fields`, {
        namespace: `@a/n${n}`,
        namespaceData: { x: 'x'.repeat(250_000) },
      });
    const answers = [];
    for (let n = 0; n < 4; n += 1) answers.push(await set(n));
    expect(answers.map((answer) => answer.status)).toContain(400);
    expect(rulesOf(answers.find((answer) => answer.status === 400) as Answered)).toEqual(['FORM_SIZE_EXCEEDED']);
  });

  it('refuses a mask that is none', async () => {
    const form = await make();
    const answer = await change({ id: form.id, revision: '1', name: 'x' }, t.key, { mask: 7 });
    expect(codeOf(answer)).toBe('INVALID_MASK');
  });
});

describe('404', () => {
  it('knows no deleted field that is none, and forgets none then', async () => {
    const form = await make();
    const answer = await post('/v4/forms/fields/delete', { formId: form.id, fieldsIds: [randomUUID()] });
    expect([answer.status, codeOf(answer)]).toEqual([404, 'DELETED_FIELD_NOT_FOUND']);
  });
});

describe('409', () => {
  it('refuses a change of a form that was changed meanwhile, also at the same moment', async () => {
    const form = await make();
    const answers = await Promise.all([1, 2, 3].map((n) => change({ id: form.id, revision: '1', name: `Race ${n}` })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
    const late = await change({ id: form.id, revision: '1', name: 'Late' });
    expect(late.body.details.applicationError).toMatchObject({ code: 'REVISION_MISMATCH', data: { revision: '2' } });
  });
});
