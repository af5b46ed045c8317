import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { type SecondProcess, startSecondProcess } from '../../testing/second-process.ts';
import { createSlowDatabase, waitForChange } from '../../testing/slow-database.ts';
import { type Json, submissionCalls } from '../testing/submission-calls.ts';
import { findCachedForm } from './form-cache.ts';

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

const { call, make, submit } = submissionCalls(() => t);

const VALID: Json = { name: 'Ada', email: 'ada@example.org', agreed: true };
const isValidated = async (formId: string): Promise<boolean> =>
  (await call('POST', 'submissions/validate', { submission: { formId, submissions: VALID } }, t.visitor)).body.valid;
const isValidatedByOther = async (formId: string): Promise<boolean> => {
  const body = { submission: { formId, submissions: VALID } };
  const response = await other.call('POST', '/v4/submissions/validate', { as: t.visitor, body });
  return (response.body as { valid: boolean }).valid;
};

/** Creates a form and makes both processes cache it. */
async function createCachedForm(): Promise<{ id: string; revision: string }> {
  const { id } = await make();
  for (let n = 0; n < 2; n += 1) {
    expect(await isValidated(id)).toBe(true);
    expect(await isValidatedByOther(id)).toBe(true);
  }
  return (await call('GET', `forms/${id}`)).body.form;
}

const disable = async (form: { id: string; revision: string }): Promise<number> =>
  (await call('PATCH', `forms/${form.id}`, { form: { id: form.id, revision: form.revision, enabled: false } })).status;

describe('a cached form', () => {
  it('reflects changes of its own process at once', async () => {
    const form = await createCachedForm();
    expect(await disable(form)).toBe(200);
    expect(await isValidated(form.id)).toBe(false);
    expect((await submit(form.id)).status).toBe(400);
  });

  it('reflects changes of other processes after a short time', async () => {
    const form = await createCachedForm();
    expect(await disable(form)).toBe(200);
    await vi.waitUntil(async () => !(await isValidatedByOther(form.id)), { timeout: 10_000 });
  });

  it('is removed at once when it is moved to the trash, and found again when it is restored', async () => {
    const { id } = await createCachedForm();
    expect((await call('DELETE', `forms/${id}`)).status).toBe(200);
    expect(codeOf(await submit(id))).toBe('FORM_NOT_FOUND');
    expect((await call('POST', `forms/trash-bin/${id}/restore`, {})).status).toBe(200);
    expect(await isValidated(id)).toBe(true);
  });

  it('is not cached if it changes while it is read', async () => {
    const form = await make();
    const stored = (await call('GET', `forms/${form.id}`)).body.form;
    const { db, release } = createSlowDatabase(t.db);
    const ctx = { db, site: { id: t.site.id } } as SiteCtx;
    const reading = findCachedForm(ctx, form.id);
    const noticeReceived = waitForChange('form');
    // Gives the database time to read the form before the change.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await disable(stored)).toBe(200);
    await noticeReceived;
    release();
    expect((await reading)?.enabled).toBe(true);
    expect((await findCachedForm({ ...ctx, db: t.db }, form.id))?.enabled).toBe(false);
  });

  it('is read once and frozen', async () => {
    const { id } = await make();
    const { db, release, queries } = createSlowDatabase(t.db);
    release();
    const ctx = { db, site: { id: t.site.id } } as SiteCtx;
    await vi.waitUntil(async () => (await findCachedForm(ctx, id)) && (await findCachedForm(ctx, id)));
    const read = queries();
    const form = await findCachedForm(ctx, id.toUpperCase());
    expect(queries()).toBe(read);
    expect(() => form?.document.formFields.pop()).toThrow(TypeError);
  });
});
