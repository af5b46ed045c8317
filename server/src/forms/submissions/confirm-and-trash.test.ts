/** Calls that confirm submissions, move them to the trash, and delete them permanently. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { type Json, submissionCalls, valid } from '../testing/submission-calls.ts';

let t: TestServer;
let form: { id: string };
beforeAll(async () => {
  t = await testServer();
  form = await make();
});
afterAll(() => t.stop());

const { get, post, remove, make, submit, submitted, read } = submissionCalls(() => t);
const confirm = (id: string) => post(`submissions/${id}/confirm`, { submissionId: id });

describe('responses with status 200', () => {
  it('confirms a pending submission once, also for two parallel calls', async () => {
    const { id } = await submitted(form.id, valid, { status: 'PENDING' }, t.key);
    const responses = await Promise.all([confirm(id), confirm(id)]);
    expect(responses.map((response) => response.status).sort()).toEqual([200, 428]);
    expect(await read(id)).toMatchObject({ status: 'CONFIRMED', revision: '2' });
  });

  it('moves a submission to the trash and back, and deletes it permanently', async () => {
    const { id } = await submitted(form.id);
    expect((await remove(`submissions/${id}?submissionId=${id}`)).body).toEqual({});
    expect((await get(`submissions/${id}`)).status).toBe(404);
    const trash = await get(`submissions/trash-bin?formId=${form.id}&submissionIds=${id}`);
    expect(trash.body.submissions.map((one: Json) => one.id)).toEqual([id]);
    expect(trash.body.pagingMetadata).toEqual({ count: 1, cursors: {}, hasNext: false });
    expect((await post(`submissions/trash-bin/${id}/restore`, { submissionId: id })).body.submission.id).toBe(id);
    expect((await get(`submissions/${id}`)).status).toBe(200);
    await remove(`submissions/${id}`);
    expect((await remove(`submissions/trash-bin/${id}`)).body).toEqual({});
    expect((await get(`submissions/trash-bin/${id}`)).status).toBe(404);
  });

  it('deletes the submissions of a form that is deleted permanently', async () => {
    const doomedForm = await make({ name: 'Doomed' });
    const { body } = await submit(doomedForm.id, valid, {}, t.key);
    await remove(`forms/${doomedForm.id}?permanent=true`);
    expect((await get(`submissions/${body.submission.id}`)).status).toBe(404);
  });
});

describe('responses with status 428', () => {
  it('returns 428 for a submission that is not pending', async () => {
    const response = await confirm((await submitted(form.id)).id);
    expect(response.status).toBe(428);
    expect(response.body.details.applicationError).toMatchObject({
      code: 'INVALID_STATUS_TRANSITION',
      data: { from: 'CONFIRMED', to: 'CONFIRMED' },
    });
  });
});
