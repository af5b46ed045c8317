import { AppError } from '../kernel/app-error.ts';
import type { Caller } from '../kernel/caller.ts';
import { may } from '../sites/index.ts';

/** May read every field of this member. */
export const maySeeMember = (caller: Caller, memberId: string): boolean =>
  isSelf(caller, memberId) || may(caller, 'members:read');

export const mayChangeMember = (caller: Caller, memberId: string): boolean =>
  isSelf(caller, memberId) || may(caller, 'members:manage');

/** May make, approve, block and delete members, and write to them. */
export const mayManageMembers = (caller: Caller): boolean => may(caller, 'members:manage');

/** @throws AppError PERMISSION_DENIED */
export function requireManager(caller: Caller): void {
  if (!mayManageMembers(caller)) throw new AppError('PERMISSION_DENIED');
}

/**
 * The id of the member who acts for themself.
 * @throws AppError PERMISSION_DENIED for anybody who is no member
 */
export function ownId(caller: Caller): string {
  if (caller.kind !== 'member') throw new AppError('PERMISSION_DENIED');
  return caller.id;
}

/** May list members who keep their profile private, and filter by what only staff see. */
export const maySeeAllMembers = (caller: Caller): boolean => may(caller, 'members:read');

/** May have tokens of any member without that member's password. */
export const mayImpersonate = (caller: Caller): boolean => may(caller, 'members:impersonate');

const isSelf = (caller: Caller, memberId: string): boolean => caller.kind === 'member' && caller.id === memberId;
