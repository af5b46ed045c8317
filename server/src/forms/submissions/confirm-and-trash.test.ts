/** Submissions that are confirmed, moved to the trash, and go for good. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { formsCalls, type Json, valid } from '../testing/calls.fixture.ts';

let t: TestServer;
let form: { id: string };
beforeAll(async () => {
  t = await testServer();
  form = await make();
});
afterAll(() => t.stop());

const { get, post, remove, make, submit, submitted, read } = formsCalls(() => t);
const confirm = (id: string) => post(`submissions/${id}/confirm`, { submissionId: id });

describe('200', () => {
  it('confirms a pending submission once, also when two ask at the same moment', async () => {
    const { id } = await submitted(form.id, valid, { status: 'PENDING' }, t.key);
    const answers = await Promise.all([confirm(id), confirm(id)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 428]);
    expect(await read(id)).toMatchObject({ status: 'CONFIRMED', revision: '2' });
  });

  it('moves a submission to the trash, back, and away for good', async () => {
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

  it('goes with its form when that is removed for good', async () => {
    const own = await make({ name: 'Doomed' });
    const { body } = await submit(own.id, valid, {}, t.key);
    await remove(`forms/${own.id}?permanent=true`);
    expect((await get(`submissions/${body.submission.id}`)).status).toBe(404);
  });
});

describe('428', () => {
  it('confirms nothing but a pending submission', async () => {
    const answer = await confirm((await submitted(form.id)).id);
    expect(answer.status).toBe(428);
    expect(answer.body.details.applicationError).toMatchObject({
      code: 'INVALID_STATUS_TRANSITION',
      data: { from: 'CONFIRMED', to: 'CONFIRMED' },
    });
  });
});
