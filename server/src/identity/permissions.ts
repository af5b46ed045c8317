import { AppError } from '../kernel/app-error.ts';
import type { Caller } from '../kernel/caller.ts';
import { may } from '../sites/index.ts';

/** Returns true if the caller may read every field of this member. */
export const maySeeMember = (caller: Caller, memberId: string): boolean =>
  isSelf(caller, memberId) || may(caller, 'members:read');

export const mayChangeMember = (caller: Caller, memberId: string): boolean =>
  isSelf(caller, memberId) || may(caller, 'members:manage');

/** Returns true if the caller may create, approve, block and delete members, and mail them. */
export const mayManageMembers = (caller: Caller): boolean => may(caller, 'members:manage');

/** @throws AppError PERMISSION_DENIED */
export function requireManager(caller: Caller): void {
  if (!mayManageMembers(caller)) throw new AppError('PERMISSION_DENIED');
}

/**
 * Returns the id of the calling member.
 * @throws AppError PERMISSION_DENIED if the caller is not a member
 */
export function requireMemberId(caller: Caller): string {
  if (caller.kind !== 'member') throw new AppError('PERMISSION_DENIED');
  return caller.id;
}

/** Returns true if the caller may list members with a private profile, and filter by fields that only staff may use. */
export const maySeeAllMembers = (caller: Caller): boolean => may(caller, 'members:read');

/** Returns true if the caller may obtain tokens of any member without the member's password. */
export const mayImpersonate = (caller: Caller): boolean => may(caller, 'members:impersonate');

const isSelf = (caller: Caller, memberId: string): boolean => caller.kind === 'member' && caller.id === memberId;
