import type { Reason } from '../members/steps.ts';
import type { MemberRow } from '../members/wire.ts';

/** Returns the member's status after a step: ACTIVE if it was the last one of a PENDING member. */
export function computeProgress(
  { status, status_reasons }: Pick<MemberRow, 'status' | 'status_reasons'>,
  done: Reason,
): { status: string; status_reasons: string[] } {
  const remainingReasons = status_reasons.filter((reason) => reason !== done);
  return {
    status: status === 'PENDING' && remainingReasons.length === 0 ? 'ACTIVE' : status,
    status_reasons: remainingReasons,
  };
}
