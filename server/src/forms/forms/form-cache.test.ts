import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { codeOf } from '../../testing/answers.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { type SecondProcess, startSecondProcess } from '../../testing/second-process.ts';
import { slowDatabase, told } from '../../testing/slow-database.ts';
import { formsCalls, type Json } from '../testing/calls.fixture.ts';
import { findKeptForm } from './form-cache.ts';

let t: TestServer;
let other: SecondProcess;

beforeAll(async () => {
  t = await testServer();
  other = await startSecondProcess(t);
}, 60_000);
afterAll(async () => {
  await other.stop();
  await t.stop();
});

const { call, make, submit } = formsCalls(() => t);

const MADE: Json = { name: 'Ada', email: 'ada@example.org', agreed: true };
const validated = async (formId: string): Promise<boolean> =>
  (await call('POST', 'submissions/validate', { submission: { formId, submissions: MADE } }, t.visitor)).body.valid;
const validatedThere = async (formId: string): Promise<boolean> => {
  const body = { submission: { formId, submissions: MADE } };
  const answer = await other.call('POST', '/v4/submissions/validate', { as: t.visitor, body });
  return (answer.body as { valid: boolean }).valid;
};

/** The form, known to both processes. */
async function knownForm(): Promise<{ id: string; revision: string }> {
  const { id } = await make();
  for (let n = 0; n < 2; n += 1) {
    expect(await validated(id)).toBe(true);
    expect(await validatedThere(id)).toBe(true);
  }
  return (await call('GET', `forms/${id}`)).body.form;
}

const disabled = async (form: { id: string; revision: string }): Promise<number> =>
  (await call('PATCH', `forms/${form.id}`, { form: { id: form.id, revision: form.revision, enabled: false } })).status;

describe('a form in memory', () => {
  it('is changed at once where it was changed, whoever asks', async () => {
    const form = await knownForm();
    expect(await disabled(form)).toBe(200);
    expect(await validated(form.id)).toBe(false);
    expect((await submit(form.id)).status).toBe(400);
  });

  it('is changed for every other process soon after', async () => {
    const form = await knownForm();
    expect(await disabled(form)).toBe(200);
    await vi.waitUntil(async () => !(await validatedThere(form.id)), { timeout: 10_000 });
  });

  it('is gone at once when it is moved to the trash, and back when it is restored', async () => {
    const { id } = await knownForm();
    expect((await call('DELETE', `forms/${id}`)).status).toBe(200);
    expect(codeOf(await submit(id))).toBe('FORM_NOT_FOUND');
    expect((await call('POST', `forms/trash-bin/${id}/restore`, {})).status).toBe(200);
    expect(await validated(id)).toBe(true);
  });

  it('is not kept when it changed while it was being read', async () => {
    const form = await make();
    const stored = (await call('GET', `forms/${form.id}`)).body.form;
    const { db, letGo } = slowDatabase(t.db);
    const ctx = { db, site: { id: t.site.id } } as SiteCtx;
    const reading = findKeptForm(ctx, form.id);
    const heard = told('form');
    // Long enough for the read to be answered, as the database saw it before.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await disabled(stored)).toBe(200);
    await heard;
    letGo();
    expect((await reading)?.enabled).toBe(true);
    expect((await findKeptForm({ ...ctx, db: t.db }, form.id))?.enabled).toBe(false);
  });

  it('is read once, and cannot be changed by who is given it', async () => {
    const { id } = await make();
    const { db, letGo, queries } = slowDatabase(t.db);
    letGo();
    const ctx = { db, site: { id: t.site.id } } as SiteCtx;
    await vi.waitUntil(async () => (await findKeptForm(ctx, id)) && (await findKeptForm(ctx, id)));
    const read = queries();
    const form = await findKeptForm(ctx, id.toUpperCase());
    expect(queries()).toBe(read);
    expect(() => form?.document.formFields.pop()).toThrow(TypeError);
  });
});
