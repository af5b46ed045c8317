/** Permissions on forms and submissions (forms contract section 2.4). */
import { AppError } from '../kernel/app-error.ts';
import type { Caller } from '../kernel/caller.ts';
import { may, requirePermission } from '../sites/index.ts';

export type SubmitterKind = 'visitor' | 'member' | 'user' | 'app';

export interface Submitter {
  readonly kind: SubmitterKind;
  readonly id: string;
}

/** Requires the permission to create, change and delete forms. */
export const requireFormsManager = (caller: Caller): void => requirePermission(caller, 'forms:manage');

/** Requires the permission to read forms, which visitors have, too. */
export const requireFormsReader = (caller: Caller): void => requirePermission(caller, 'forms:read');
/**
 * Returns true if the caller may see the correct answers of a quiz, private tags and the owner's settings for
 * submissions.
 */
export const mayReadPrivateFormParts = (caller: Caller): boolean => may(caller, 'submissions:read');
/** Returns true if lists show disabled forms to the caller. Visitors can read such forms by id only. */
export const mayListDisabledForms = (caller: Caller): boolean => may(caller, 'submissions:read');

export const requireSubmitter = (caller: Caller): void => requirePermission(caller, 'submissions:create');
export const requireSubmissionsReader = (caller: Caller): void => requirePermission(caller, 'submissions:read');
export const requireSubmissionsManager = (caller: Caller): void => requirePermission(caller, 'submissions:manage');

export const mayReadSubmissions = (caller: Caller): boolean => may(caller, 'submissions:read');
export const maySubmit = (caller: Caller): boolean => may(caller, 'submissions:create');

/** Returns the values of a form's `submissionAccess` with which a caller who is not staff may read its submissions. */
export function listReadableLevels(caller: Caller): readonly string[] {
  switch (caller.kind) {
    case 'member':
      return ['PUBLIC', 'MEMBERS'];
    case 'visitor':
      return ['PUBLIC'];
    default:
      return [];
  }
}

/**
 * Returns true if the caller may set status, tags and extended fields of a new submission. Other callers may
 * send these fields, but they are ignored.
 */
export const mayManageSubmissions = (caller: Caller): boolean => may(caller, 'submissions:manage');

/**
 * Returns the submitter: the caller, or the visitor or member for whom an API key makes the call. The body of
 * the request has no influence, so nobody can submit in the name of another person.
 */
export function submitterOf(caller: Caller, paired: Caller | null): Submitter {
  const actor = paired ?? caller;
  if (actor.kind === 'unauthenticated') throw new AppError('UNAUTHENTICATED');
  return { kind: actor.kind === 'key' ? 'app' : actor.kind, id: actor.id };
}
