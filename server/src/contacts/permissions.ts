/** Permissions on contacts. Visitors and members see none, not even their own, which may contain internal notes. */
import type { Caller } from '../kernel/caller.ts';
import { requirePermission } from '../sites/index.ts';

export const requireContactsReader = (caller: Caller): void => requirePermission(caller, 'contacts:read');
export const requireContactsManager = (caller: Caller): void => requirePermission(caller, 'contacts:manage');
