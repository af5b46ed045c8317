/** Who may do what with forms and submissions: the one place that decides (forms contract section 2.4). Pure. */
import { AppError } from '../kernel/app-error.ts';
import type { Caller } from '../kernel/caller.ts';
import { may, requires } from '../sites/index.ts';

export type SubmitterKind = 'visitor' | 'member' | 'user' | 'app';

export interface Submitter {
  readonly kind: SubmitterKind;
  readonly id: string;
}

/** Making, changing and deleting forms. */
export const requireFormsManager = (caller: Caller): void => requires(caller, 'forms:manage');

/** Everybody reads forms. Those that are switched off are listed for the people who work on the site alone. */
export const requireFormsReader = (caller: Caller): void => requires(caller, 'forms:read');
/** The right answers of a quiz and what the owner has decided about submissions are not for those who fill a form in. */
export const seesWholeForms = (caller: Caller): boolean => may(caller, 'submissions:read');
export const seesDisabledForms = (caller: Caller): boolean => may(caller, 'submissions:read');

export const requireSubmitter = (caller: Caller): void => requires(caller, 'submissions:create');
export const requireSubmissionsReader = (caller: Caller): void => requires(caller, 'submissions:read');
export const requireSubmissionsManager = (caller: Caller): void => requires(caller, 'submissions:manage');

export const readsSubmissions = (caller: Caller): boolean => may(caller, 'submissions:read');
export const submits = (caller: Caller): boolean => may(caller, 'submissions:create');

/** With which of its levels a form's `submissionAccess` opens its submissions to this caller, who is not staff. */
export function openingLevels(caller: Caller): readonly string[] {
  switch (caller.kind) {
    case 'member':
      return ['PUBLIC', 'MEMBERS'];
    case 'visitor':
      return ['PUBLIC'];
    default:
      return [];
  }
}

/** May say with which status, tags and extended fields a submission starts. What a visitor sends of these is not read. */
export const setsSubmissionState = (caller: Caller): boolean => may(caller, 'submissions:manage');

/**
 * Who submits: the visitor or member who acts, also when a key of the site acts for them. Never what the body says:
 * nobody can submit in another's name.
 */
export function submitterOf(caller: Caller, paired: Caller | null): Submitter {
  const actor = paired ?? caller;
  if (actor.kind === 'nobody') throw new AppError('UNAUTHENTICATED');
  return { kind: actor.kind === 'key' ? 'app' : actor.kind, id: actor.id };
}
