/** Mails that notify the owner of a site about new submissions. */
import type { Submission } from '@portico/contract/forms/submission';
import type { Static } from 'typebox';
import type { Db } from '../../db/index.ts';
import type { SiteEvent } from '../../events/index.ts';
import type { Ctx, SiteCtx } from '../../kernel/ctx.ts';
import { isAddress, queueMail } from '../../mail/index.ts';
import { listAdminEmails, takeFromWindow } from '../../sites/index.ts';
import { formatSubmission } from '../formatted/format-submission.ts';
import { formatOptions } from '../formatted/get-formatted.ts';
import { policyOf } from '../forms/document.ts';
import { findFormWithNested } from '../forms/load-form.ts';
import { findForm } from '../forms/store.ts';
import type { FormRow } from '../forms/wire.ts';
import { senderEmailOf } from './sender-email.ts';
import { claimDeferred, type DeferredNotification, deferNotification } from './store.ts';

/** Maximum number of mails per form and hour. After the hour, one mail reports all further submissions. */
const MAX_MAILS = 30;
const HOUR_SECONDS = 3_600;
const BATCH = 100;

/**
 * The listener: queues mails about new submissions in the transaction that claims their events, so that each submission
 * is reported exactly once. Spam has no such event unless it is restored.
 */
export const notifyOfSubmissions =
  (createContext: () => Ctx) =>
  async (db: Db, events: readonly SiteEvent[]): Promise<void> => {
    const entities = events.map((event) => ({ event, entity: (event.payload as { entity: Entity }).entity }));
    const byForm = Map.groupBy(entities, ({ event, entity }) => `${event.siteId} ${entity.formId}`);
    // All workers lock rate windows in the same order, which prevents deadlocks.
    for (const key of [...byForm.keys()].sort()) {
      const [siteId = '', formId = ''] = key.split(' ');
      const base = createContext();
      const site = await base.env.site(siteId);
      const ctx = site && { ...base, db, site };
      const form = ctx && (await findFormWithNested(ctx, formId));
      if (form) await notifyOfEach(ctx, form, byForm.get(key)?.map(({ entity }) => entity) ?? []);
    }
  };

type Entity = Static<typeof Submission>;

/** Queues one mail per submission until the hourly limit is reached, and defers the rest. */
async function notifyOfEach(ctx: SiteCtx, form: FormRow, entities: readonly Entity[]): Promise<void> {
  if (!hasRecipients(ctx, form)) return;
  const window = { subject: `submission-mails:${form.id}`, max: MAX_MAILS, seconds: HOUR_SECONDS };
  for (const [index, entity] of entities.entries()) {
    if (!(await takeFromWindow(ctx, window))) {
      const notifyAt = new Date(ctx.now.getTime() + HOUR_SECONDS * 1_000);
      return deferNotification(ctx.db, ctx.site.id, form.id, { count: entities.length - index, notifyAt });
    }
    await queueMails(ctx, form, entity);
  }
}

async function queueMails(ctx: SiteCtx, form: FormRow, entity: Entity): Promise<void> {
  const details = formatSubmission(form.document, entity.submissions, formatOptions(ctx));
  const replyTo = senderEmailOf(form.document, entity.submissions);
  for (const address of await listRecipients(ctx, form)) {
    await queueMail(ctx, {
      kind: 'NEW_SUBMISSION',
      to: address,
      values: { formName: form.name },
      details,
      link: `${inboxUrlOf(ctx, form)}?open=${entity.id}`,
      ...(replyTo ? { replyTo } : {}),
    });
  }
}

/**
 * The sweep: claims due notifications and, in the same transaction, queues the mails about the deferred submissions.
 */
export const notifyOfDeferred =
  (createContext: () => Ctx) =>
  async (db: Db, now: Date): Promise<void> => {
    let count: number;
    do {
      count = await db.transaction().execute(async (trx) => {
        const rows = await claimDeferred(trx, now, BATCH);
        for (const row of rows) await queueSummary({ ...createContext(), db: trx, now }, row);
        return rows.length;
      });
    } while (count === BATCH);
  };

async function queueSummary(ctx: Ctx, { site_id, form_id, count }: DeferredNotification): Promise<void> {
  const site = await ctx.env.site(site_id);
  const form = site && (await findForm(ctx.db, site_id, form_id));
  if (!site || !form) return;
  const siteCtx = { ...ctx, site };
  for (const to of await listRecipients(siteCtx, form)) {
    const values = { formName: form.name, count: String(count) };
    await queueMail(siteCtx, { kind: 'MORE_SUBMISSIONS', to, values, link: inboxUrlOf(siteCtx, form) });
  }
}

const inboxUrlOf = ({ env }: SiteCtx, form: FormRow): string => `${env.dashboardOrigin}/dashboard/forms/${form.id}`;

/** Returns the addresses in the form's settings, and those of owners and admins unless form or site excludes them. */
async function listRecipients(ctx: SiteCtx, form: FormRow): Promise<string[]> {
  const { owners, addresses } = notifySettings(ctx, form);
  const people = owners ? await listAdminEmails(ctx.db, ctx.site.id) : [];
  const others = addresses.map((address) => address.trim()).filter(isAddress);
  return [...new Set([...people, ...others])];
}

const hasRecipients = (ctx: SiteCtx, form: FormRow): boolean => {
  const { owners, addresses } = notifySettings(ctx, form);
  return owners || addresses.length > 0;
};

function notifySettings({ site }: SiteCtx, { document }: FormRow) {
  const { owners = site.settings.forms.notifyOwners, addresses = [] } = policyOf(document).notify ?? {};
  return { owners, addresses };
}
