import { notifyChange } from '../../db/changes.ts';
import type { Db } from '../../db/index.ts';
import type { Environment } from '../../kernel/ctx.ts';
import { queueMail } from '../../mail/index.ts';
import { audit, listAdminEmails } from '../../sites/index.ts';
import { disableWebhook, type WebhookRow } from './store.ts';
import { invalidateSubscriptions } from './subscriptions.ts';
import { webhookToWire } from './wire.ts';

/** Disables a webhook whose receiver is gone, and notifies the owners. Concurrent calls notify them only once. */
export async function switchOff(
  { db, env }: { readonly db: Db; readonly env: Environment },
  { site_id: siteId, id }: WebhookRow,
  reason: 'GONE' | 'FAILING',
): Promise<void> {
  const site = await env.site(siteId);
  if (!site) return;
  await db.transaction().execute(async (db) => {
    const row = await disableWebhook(db, siteId, id, reason);
    if (!row) return;
    const caller = { kind: 'user', id: 'installation', role: 'owner' } as const;
    const act = { siteId, action: 'events.webhooks.switchOff', target: id, after: webhookToWire(row) };
    await audit({ db, caller, address: 'local' }, act);
    await notifyChange(db, 'webhooks', siteId);
    for (const to of await listAdminEmails(db, siteId)) {
      await queueMail(
        { db, env, site, now: new Date() },
        {
          kind: 'WEBHOOK_DISABLED',
          to,
          values: { webhookUrl: row.url },
          link: `${env.dashboardOrigin}/dashboard/webhooks`,
        },
      );
    }
  });
  invalidateSubscriptions(siteId);
}
