/** The worker that cuts the words of many submissions, beside searches. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transaction } from '../../db/index.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { formsCalls, idsOf } from '../testing/calls.fixture.ts';
import { text } from '../testing/forms.fixture.ts';
import { continueWords, WORDS_DUE } from './keep-words.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());
const { make, submitted, search } = formsCalls(() => t);

it('holds up no search until its transaction ends: waiting for one another, both would fail', async () => {
  const form = await make({ formFields: [text('text')] });
  const sent = await submitted(form.id, { text: 'unicorn' });
  await transaction(t.ctx, async ({ db }) => {
    const event = { siteId: t.site.id, type: WORDS_DUE, entityId: t.site.id, payload: {}, occurredAt: t.ctx.now };
    await continueWords(() => t.ctx)(db, event);
    expect(idsOf(await search('unicorn'))).toEqual([sent.id]);
  });
});
