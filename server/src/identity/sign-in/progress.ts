import type { Reason } from '../members/steps.ts';
import type { MemberRow } from '../members/wire.ts';

/** The member's status once a step is done; who owes nothing any more is ACTIVE. */
export function progressWithout(
  { status, status_reasons }: Pick<MemberRow, 'status' | 'status_reasons'>,
  done: Reason,
): { status: string; status_reasons: string[] } {
  const left = status_reasons.filter((reason) => reason !== done);
  return { status: status === 'PENDING' && left.length === 0 ? 'ACTIVE' : status, status_reasons: left };
}
