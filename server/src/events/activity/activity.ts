import type { Input, Output } from '@portico/contract/endpoint';
import type { eventsEndpoints } from '@portico/contract/events';
import { clockTimeOf } from '@portico/domain/time-zones';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { eraseDeliveries } from '../deliveries/store.ts';
import type { BatchListener, SiteEvent } from '../outbox/listeners.ts';
import { requireActivityReader } from '../permissions.ts';
import {
  countActivityByDay,
  deleteOldActivity,
  eraseActivitySummaries,
  insertActivity,
  listRecentActivity,
} from './store.ts';

type Endpoint = (typeof eventsEndpoints)['getActivity'];

export const SUBMISSION_CREATED = 'wix.forms.v4.submission_created';
export const MEMBER_CREATED = 'wix.members.v1.member_created';

/** The types of events that the dashboard's home page lists as recent activity. */
export const activityTypes = [SUBMISSION_CREATED, MEMBER_CREATED] as const;

const RETENTION_DAYS = 90;

/** Adds the events to their sites' recent activity. Occasionally deletes entries that are too old to be shown. */
export const recordActivity: BatchListener = async (db, events) => {
  const rows = events.map((event) => ({
    site_id: event.siteId,
    id: newId(),
    type: event.type,
    entity_id: event.entityId,
    summary: summaryOf(event),
    occurred_at: event.occurredAt,
  }));
  await insertActivity(db, rows);
  for (const { siteId } of events) if (Math.random() < 0.01) await deleteOldActivity(db, siteId, RETENTION_DAYS);
};

/**
 * Erases the data of permanently deleted members or submissions from recent activity and from the webhook log. The
 * entries themselves remain.
 */
export async function eraseActivity(ctx: SiteCtx, deleted: string | readonly string[]): Promise<void> {
  const entityIds = typeof deleted === 'string' ? [deleted] : deleted;
  await eraseActivitySummaries(ctx.db, ctx.site.id, entityIds);
  await eraseDeliveries(ctx.db, ctx.site.id, entityIds);
}

/**
 * Returns the data to store. It contains only what the list shows, because submitted data and addresses must not
 * outlive the submission or the member.
 */
function summaryOf({ type, payload }: SiteEvent): object {
  const { entity, profile } = payload as { entity?: { formId?: string }; profile?: { nickname?: string } };
  return type === SUBMISSION_CREATED ? { formId: entity?.formId } : { nickname: profile?.nickname };
}

/** Returns the newest events of the site, and the number of events per day, including days without events. */
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
    days: listLastDays(ctx.now, days, timeZone).map((date) => ({
      date,
      submissions: count(date, SUBMISSION_CREATED),
      members: count(date, MEMBER_CREATED),
    })),
  };
}

/** Returns the last `days` days in the time zone, up to today, oldest first. */
function listLastDays(now: Date, days: number, timeZone: string): string[] {
  const today = Date.parse(`${clockTimeOf(now, timeZone).slice(0, 10)}T00:00:00Z`);
  return Array.from({ length: days }, (_, index) =>
    new Date(today - (days - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
}
