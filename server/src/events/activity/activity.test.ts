import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../kernel/ids.ts';
import { mergeSettings } from '../../sites/store.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { MEMBER_CREATED } from './activity.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const HOUR_MS = 3_600_000;

it('counts by day of the site’s time zone', async () => {
  // Kiritimati is 14 hours ahead, so the next day begins there at 10 o'clock UTC.
  const at = new Date(Date.now() - 96 * HOUR_MS);
  const dayIn = (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at);
  // The members of the test server registered today.
  const today = new Date().toISOString().slice(0, 10);
  const atHour = (hours: number) => new Date(Date.parse(`${dayIn('UTC')}T00:00:00Z`) + hours * HOUR_MS);
  const activityRow = (occurred_at: Date) => ({
    site_id: t.site.id,
    id: newId(),
    type: MEMBER_CREATED,
    entity_id: newId(),
    summary: '{}',
    occurred_at,
  });
  const rows = [atHour(1), atHour(11), atHour(12)].map(activityRow);
  await t.db.insertInto('activity').values(rows).execute();
  const owner = await t.userToken('owner');
  const listDays = async () => {
    const { body } = await t.call({ method: 'GET', path: '/portico/v1/activity?days=7', as: owner });
    return body.days.filter((day: { date: string; members: number }) => day.members > 0 && day.date < today);
  };
  const date = dayIn('UTC');
  expect(await listDays()).toEqual([{ date, submissions: 0, members: 3 }]);
  await mergeSettings(t.db, t.site.id, { timeZone: 'Pacific/Kiritimati' });
  const next = atHour(24).toISOString().slice(0, 10);
  await expect.poll(listDays).toEqual([
    { date, submissions: 0, members: 1 },
    { date: next, submissions: 0, members: 2 },
  ]);
});
