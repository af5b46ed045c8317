import type { Permission } from '@portico/domain';
import { AppError } from '../kernel/app-error.ts';
import type { Caller } from '../kernel/caller.ts';
import { may } from './permissions.ts';

/** @throws AppError PERMISSION_DENIED unless the permission table gives the caller the permission */
export function requirePermission(caller: Caller, permission: Permission): void {
  if (!may(caller, permission)) throw new AppError('PERMISSION_DENIED');
}
