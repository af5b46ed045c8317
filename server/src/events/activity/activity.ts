import type { Input, Output } from '@portico/contract/endpoint';
import type { eventsEndpoints } from '@portico/contract/events';
import { clockTime } from '@portico/domain/time-zones';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { emptyDeliveries } from '../deliveries/store.ts';
import type { GroupListener, SiteEvent } from '../outbox/listeners.ts';
import { requireActivityReader } from '../permissions.ts';
import { countActivityByDay, deleteOldActivity, emptyActivity, insertActivity, listRecentActivity } from './store.ts';

type Endpoint = (typeof eventsEndpoints)['getActivity'];

export const SUBMISSION_CREATED = 'wix.forms.v4.submission_created';
export const MEMBER_CREATED = 'wix.members.v1.member_created';

/** What the dashboard's home shows as recent activity. */
export const activityTypes = [SUBMISSION_CREATED, MEMBER_CREATED] as const;

const KEPT_DAYS = 90;

/** Notes the events on their sites' lists of recent activity; now and then throws away what is too old to be shown. */
export const noteActivity: GroupListener = async (db, events) => {
  const rows = events.map((event) => ({
    site_id: event.siteId,
    id: newId(),
    type: event.type,
    entity_id: event.entityId,
    summary: summaryOf(event),
    occurred_at: event.occurredAt,
  }));
  await insertActivity(db, rows);
  for (const { siteId } of events) if (Math.random() < 0.01) await deleteOldActivity(db, siteId, KEPT_DAYS);
};

/**
 * Takes what is told of entities that are gone for good, members or submissions, from the list and from the log of
 * webhooks; that something happened stays.
 */
export async function forgetActivity(ctx: SiteCtx, gone: string | readonly string[]): Promise<void> {
  const entityIds = typeof gone === 'string' ? [gone] : gone;
  await emptyActivity(ctx.db, ctx.site.id, entityIds);
  await emptyDeliveries(ctx.db, ctx.site.id, entityIds);
}

/** What the list shows and no more: answers and addresses must not outlive here the thing that was deleted. */
function summaryOf({ type, payload }: SiteEvent): object {
  const { entity, profile } = payload as { entity?: { formId?: string }; profile?: { nickname?: string } };
  return type === SUBMISSION_CREATED ? { formId: entity?.formId } : { nickname: profile?.nickname };
}

/** The newest events of the site and their number by day, with the days on which nothing happened. */
export async function getActivity(ctx: SiteCtx, { query }: Input<Endpoint>): Promise<Output<Endpoint>> {
  requireActivityReader(ctx.caller);
  const days = query.days ?? 30;
  const { timeZone } = ctx.site.settings;
  const recent = await listRecentActivity(ctx.db, ctx.site.id, query.limit ?? 10);
  const counts = await countActivityByDay(ctx.db, ctx.site.id, { days, timeZone });
  const count = (date: string, type: string): number =>
    counts.find((row) => row.date === date && row.type === type)?.count ?? 0;
  return {
    recent: recent.map((row) => ({
      id: row.id,
      type: row.type,
      entityId: row.entity_id,
      summary: row.summary,
      occurredDate: row.occurred_at.toISOString(),
    })),
    days: lastDays(ctx.now, days, timeZone).map((date) => ({
      date,
      submissions: count(date, SUBMISSION_CREATED),
      members: count(date, MEMBER_CREATED),
    })),
  };
}

/** The days up to today by the calendar of the time zone, the oldest first. */
function lastDays(now: Date, days: number, timeZone: string): string[] {
  const today = Date.parse(`${clockTime(now, timeZone).slice(0, 10)}T00:00:00Z`);
  return Array.from({ length: days }, (_, index) =>
    new Date(today - (days - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
}
