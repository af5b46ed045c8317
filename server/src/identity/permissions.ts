import type { Caller } from '../kernel/caller.ts';
import { may } from '../sites/index.ts';

/** May read every field of this member. */
export const maySeeMember = (caller: Caller, memberId: string): boolean =>
  isSelf(caller, memberId) || may(caller, 'members:read');

export const mayChangeMember = (caller: Caller, memberId: string): boolean =>
  isSelf(caller, memberId) || may(caller, 'members:manage');

/** May list members who keep their profile private, and filter by what only staff see. */
export const maySeeAllMembers = (caller: Caller): boolean => may(caller, 'members:read');

/** May have tokens of any member without that member's password. */
export const mayImpersonate = (caller: Caller): boolean => may(caller, 'members:impersonate');

const isSelf = (caller: Caller, memberId: string): boolean => caller.kind === 'member' && caller.id === memberId;
