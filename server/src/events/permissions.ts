/** Permissions for events. Managers of a site configure its webhooks and see the delivery log. */
import type { Caller } from '../kernel/caller.ts';
import { requirePermission } from '../sites/index.ts';

export const requireActivityReader = (caller: Caller): void => requirePermission(caller, 'site:read');
export const requireWebhookManager = (caller: Caller): void => requirePermission(caller, 'site:manage');
