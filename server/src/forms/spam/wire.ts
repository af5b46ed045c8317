import type { Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import type { SubmissionStatus } from '@portico/domain';
import { type SubmissionRow, toWire as submissionToWire } from '../records/wire.ts';

export type WireReport = Output<(typeof formsEndpoints)['getSpamReport']>['formSpamSubmissionReport'];
export type SpamReason = WireReport['reportReason'];

/** A submission that is spam: all of the submission, and why. */
export interface SpamRow extends Omit<SubmissionRow, 'status'> {
  readonly status_at_report: SubmissionStatus;
  readonly reason: SpamReason;
  readonly description: string;
  readonly reported_at: Date;
  readonly announced: boolean;
}

export function toWire(row: SpamRow): WireReport {
  const {
    status,
    submissions,
    tags: _,
    seen: __,
    appointmentDetails: ___,
    ...rest
  } = submissionToWire(asSubmission(row));
  return {
    ...rest,
    submissions,
    submissionStatusAtReport: status,
    reportReason: row.reason,
    ...(row.description ? { reportReasonDescription: row.description } : {}),
    reportedDate: row.reported_at.toISOString(),
  };
}

/** The submission as it would stand if it were not spam. */
export const asSubmission = (row: SpamRow): SubmissionRow => ({ ...row, status: row.status_at_report });
