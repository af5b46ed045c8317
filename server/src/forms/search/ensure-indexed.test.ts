/** The listener that indexes submissions in parallel with searches. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transaction } from '../../db/index.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { formsCalls, idsOf } from '../testing/calls.fixture.ts';
import { text } from '../testing/forms.fixture.ts';
import { continueIndexing, INDEXING_DUE } from './ensure-indexed.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());
const { make, submitted, search } = formsCalls(() => t);

it('indexes without blocking searches until its transaction ends, which would be a deadlock', async () => {
  const form = await make({ formFields: [text('text')] });
  const sent = await submitted(form.id, { text: 'unicorn' });
  await transaction(t.ctx, async ({ db }) => {
    const event = { siteId: t.site.id, type: INDEXING_DUE, entityId: t.site.id, payload: {}, occurredAt: t.ctx.now };
    await continueIndexing(() => t.ctx)(db, event);
    expect(idsOf(await search('unicorn'))).toEqual([sent.id]);
  });
});
