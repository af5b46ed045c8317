/** Who may do what with contacts. Visitors and members see none: not even their own says what the site's people note. */
import type { Caller } from '../kernel/caller.ts';
import { requires } from '../sites/index.ts';

export const requireContactsReader = (caller: Caller): void => requires(caller, 'contacts:read');
export const requireContactsManager = (caller: Caller): void => requires(caller, 'contacts:manage');
