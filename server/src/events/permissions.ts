/** Who may do what with the events of a site: whoever manages it decides who is told of them, and sees the log. */
import type { Caller } from '../kernel/caller.ts';
import { requires } from '../sites/index.ts';

export const requireActivityReader = (caller: Caller): void => requires(caller, 'site:read');
export const requireWebhookManager = (caller: Caller): void => requires(caller, 'site:manage');
