import { AppError } from '../kernel/app-error.ts';
import type { Caller } from '../kernel/caller.ts';
import { type Action, may } from './permissions.ts';

/** @throws AppError PERMISSION_DENIED unless the permission table allows the caller the action */
export function requires(caller: Caller, action: Action): void {
  if (!may(caller, action)) throw new AppError('PERMISSION_DENIED');
}
