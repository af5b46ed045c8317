/** The mail that tells a site's owner of a new submission. */
import type { Submission } from '@portico/contract/forms/submission';
import type { Static } from 'typebox';
import type { Db } from '../../db/index.ts';
import type { SiteEvent } from '../../events/index.ts';
import type { Ctx, SiteCtx } from '../../kernel/ctx.ts';
import { isAddress, queueMail } from '../../mail/index.ts';
import { listPeopleInCharge, takeFromWindow } from '../../sites/index.ts';
import { formatSubmission } from '../formatted/format-submission.ts';
import { formatOptions } from '../formatted/get-formatted.ts';
import { policyOf } from '../forms/document.ts';
import { findWholeForm } from '../forms/load-form.ts';
import { findForm } from '../forms/store.ts';
import type { FormRow } from '../forms/wire.ts';
import { senderOf } from './sender-of.ts';
import { noteUntold, takeUntold } from './store.ts';

/** Mails of one form in an hour. What comes beyond is told of together, an hour later. */
const MOST_MAILS = 30;
const HOUR_SECONDS = 3_600;
const BATCH = 100;

/**
 * Queues the mails about new submissions, in the transaction that takes their events: none twice, none forgotten. Spam has
 * no such event before somebody takes it back.
 */
export const tellOfSubmissions =
  (installation: () => Ctx) =>
  async (db: Db, events: readonly SiteEvent[]): Promise<void> => {
    const entities = events.map((event) => ({ event, entity: (event.payload as { entity: Entity }).entity }));
    const byForm = Map.groupBy(entities, ({ event, entity }) => `${event.siteId} ${entity.formId}`);
    // In one order: of two workers neither waits for a window that the other holds while holding what that one needs.
    for (const key of [...byForm.keys()].sort()) {
      const [siteId = '', formId = ''] = key.split(' ');
      const base = installation();
      const site = await base.env.site(siteId);
      const ctx = site && { ...base, db, site };
      const form = ctx && (await findWholeForm(ctx, formId));
      if (form) await tellOf(ctx, form, byForm.get(key)?.map(({ entity }) => entity) ?? []);
    }
  };

type Entity = Static<typeof Submission>;

/** Of each by a mail of its own, while the hour has some left. */
async function tellOf(ctx: SiteCtx, form: FormRow, entities: readonly Entity[]): Promise<void> {
  if (!mayTell(ctx, form)) return;
  const window = { subject: `submission-mails:${form.id}`, most: MOST_MAILS, seconds: HOUR_SECONDS };
  for (const [told, entity] of entities.entries()) {
    if (!(await takeFromWindow(ctx, window))) {
      const tellAt = new Date(ctx.now.getTime() + HOUR_SECONDS * 1_000);
      return noteUntold(ctx.db, ctx.site.id, form.id, { untold: entities.length - told, tellAt });
    }
    await queueMails(ctx, form, entity);
  }
}

async function queueMails(ctx: SiteCtx, form: FormRow, entity: Entity): Promise<void> {
  const details = formatSubmission(form.document, entity.submissions, formatOptions(ctx));
  const replyTo = senderOf(form.document, entity.submissions);
  for (const address of await recipients(ctx, form)) {
    await queueMail(ctx, {
      kind: 'NEW_SUBMISSION',
      to: address,
      values: { formName: form.name },
      details,
      link: `${inbox(ctx, form)}?open=${entity.id}`,
      ...(replyTo ? { replyTo } : {}),
    });
  }
}

/** Tells of what no mail of its own told of. Runs as a sweep; each is told of once. */
export const tellOfMore =
  (installation: () => Ctx) =>
  async (db: Db, now: Date): Promise<void> => {
    let told: number;
    do {
      // Taken and told in one transaction: neither twice nor never.
      told = await db.transaction().execute(async (trx) => {
        const rows = await takeUntold(trx, now, BATCH);
        for (const row of rows) await tellMore({ ...installation(), db: trx, now }, row);
        return rows.length;
      });
    } while (told === BATCH);
  };

async function tellMore(ctx: Ctx, { site_id, form_id, untold }: { site_id: string; form_id: string; untold: number }) {
  const site = await ctx.env.site(site_id);
  const form = site && (await findForm(ctx.db, site_id, form_id));
  if (!site || !form) return;
  const within = { ...ctx, site };
  for (const to of await recipients(within, form)) {
    const values = { formName: form.name, count: String(untold) };
    await queueMail(within, { kind: 'MORE_SUBMISSIONS', to, values, link: inbox(within, form) });
  }
}

const inbox = ({ env }: SiteCtx, form: FormRow): string => `${env.dashboardOrigin}/dashboard/forms/${form.id}`;

/** The people in charge, unless the form or else the site says that they do not want it, and the form's own addresses. */
async function recipients(ctx: SiteCtx, form: FormRow): Promise<string[]> {
  const { owners, addresses } = wished(ctx, form);
  const people = owners ? await listPeopleInCharge(ctx.db, ctx.site.id) : [];
  const others = addresses.map((address) => address.trim()).filter(isAddress);
  return [...new Set([...people, ...others])];
}

const mayTell = (ctx: SiteCtx, form: FormRow): boolean => {
  const { owners, addresses } = wished(ctx, form);
  return owners || addresses.length > 0;
};

function wished({ site }: SiteCtx, { document }: FormRow) {
  const { owners = site.settings.forms.notifyOwners, addresses = [] } = policyOf(document).notify ?? {};
  return { owners, addresses };
}
