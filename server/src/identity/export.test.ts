import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactForm } from '../forms/testing/sample-forms.ts';
import { newId } from '../kernel/ids.ts';
import { type TestServer, testServer } from '../testing/index.ts';
import { signInNewMember } from './testing/client.ts';

let t: TestServer;
let formId: string;
beforeAll(async () => {
  t = await testServer();
  const permissions = { insert: 'ANYONE', read: 'ANYONE', update: 'ADMIN', remove: 'ADMIN' };
  for (const id of ['notes', 'posts']) {
    const collection = { id, displayName: id, permissions, fields: [{ key: 'text', type: 'TEXT' }] };
    await t.call({ method: 'POST', path: '/wix-data/v2/collections', body: { collection }, as: t.key });
  }
  formId = (await t.call({ method: 'POST', path: '/v4/forms', body: { form: contactForm() }, as: t.key })).body.form.id;
});
afterAll(() => t.stop());

const exportData = (as?: string) => t.call({ method: 'GET', path: '/portico/v1/my/export', as });
const insert = (dataCollectionId: string, as: string, text: string) =>
  t.call({ method: 'POST', path: '/wix-data/v2/items', body: { dataCollectionId, dataItem: { data: { text } } }, as });
const submit = (as: string, name: string) => {
  const submission = { formId, submissions: { name, email: 'a@example.org' } };
  return t.call({ method: 'POST', path: '/v4/submissions', body: { submission }, as });
};

describe('responses with status 200', () => {
  it('contains profile, sessions and all content of the member, also from before sign-up, and nothing of others', async () => {
    await insert('notes', t.visitor, 'before');
    await submit(t.visitor, 'Before');
    const member = await signInNewMember(t, { firstName: 'Ada', nickname: 'ada' });
    const other = await signInNewMember(t);
    await insert('notes', member.accessToken, 'after');
    await insert('posts', member.accessToken, 'post');
    await submit(member.accessToken, 'After');
    await insert('notes', t.otherMember, 'not mine');
    await submit(t.otherMember, 'Other');
    await t.call({ method: 'POST', path: `/v1/roles/members/${member.id}`, body: { roleKey: 'gold' }, as: t.key });

    const { status, body } = await exportData(member.accessToken);
    expect(status).toBe(200);
    expect(body.member).toMatchObject({
      id: member.id,
      loginEmail: member.email,
      contact: { firstName: 'Ada' },
      identity: { id: member.id, email: { address: member.email } },
      visitorId: t.visitorId,
      roles: ['gold'],
    });
    expect(body.sessions).toMatchObject([{ current: true }]);
    expect(
      body.items
        .map(
          (item: { dataCollectionId: string; data: { text: string } }) => `${item.dataCollectionId} ${item.data.text}`,
        )
        .sort(),
    ).toEqual(['notes after', 'notes before', 'posts post']);
    expect(
      body.submissions.map((submission: { submissions: { name: string } }) => submission.submissions.name),
    ).toEqual(['Before', 'After']);
    expect(body.cut).toEqual([]);
    expect(JSON.stringify(body)).not.toContain('argon2');
    // A second member from the same browser must not see what the first one created there.
    expect((await exportData(other.accessToken)).body).toMatchObject({ items: [], submissions: [] });
    expect(JSON.stringify(body)).not.toContain(other.email);
  });

  it('reports which content was cut, by number and by size', async () => {
    const member = await signInNewMember(t);
    const makeRow = (index: number, text: string) => ({
      id: newId(),
      owner: member.id,
      created_at: new Date(1_700_000_000_000 + index),
      data: JSON.stringify({ text, _owner: member.id }),
    });
    const { table_name } = await t.db
      .selectFrom('collections')
      .select('table_name')
      .where('id', '=', 'posts')
      .executeTakeFirstOrThrow();
    const table = t.db.withSchema(t.site.schema) as never as {
      insertInto(name: string): { values(rows: unknown): { execute(): Promise<unknown> } };
      deleteFrom(name: string): { where(column: string, is: '=', value: string): { execute(): Promise<unknown> } };
    };
    const fill = async (count: number, text: string) => {
      for (let from = 0; from < count; from += 1_000) {
        const size = Math.min(1_000, count - from);
        await table
          .insertInto(table_name)
          .values(Array.from({ length: size }, (_, index) => makeRow(from + index, text)))
          .execute();
      }
    };
    const emptyTable = () => table.deleteFrom(table_name).where('owner', '=', member.id).execute();

    await fill(10_000, 'x');
    expect((await exportData(member.accessToken)).body.cut).toEqual([]);
    await fill(1, 'x');
    const cutByCount = (await exportData(member.accessToken)).body;
    expect(cutByCount.items).toHaveLength(10_000);
    expect(cutByCount.cut).toEqual(['items']);

    await emptyTable();
    await fill(50, 'x'.repeat(500_000));
    const cutBySize = (await exportData(member.accessToken)).body;
    expect(cutBySize.items).toHaveLength(40);
    expect(cutBySize.cut).toEqual(['items']);
  });
});

describe('responses with status 401', () => {
  it('needs a token', async () => {
    expect((await exportData()).status).toBe(401);
  });
});

describe('responses with status 403', () => {
  it('is only for members', async () => {
    for (const as of [t.visitor, t.key, await t.userToken('owner')]) expect((await exportData(as)).status).toBe(403);
  });
});
