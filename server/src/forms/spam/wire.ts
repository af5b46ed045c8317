import type { Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import type { SubmissionStatus } from '@portico/domain';
import { type SubmissionRow, toWire as submissionToWire } from '../records/wire.ts';

export type WireReport = Output<(typeof formsEndpoints)['getSpamReport']>['formSpamSubmissionReport'];
export type SpamReason = WireReport['reportReason'];

/** A row of `spam_reports`: the whole submission, and the reason for the report. */
export interface SpamRow extends Omit<SubmissionRow, 'status'> {
  readonly status_at_report: SubmissionStatus;
  readonly reason: SpamReason;
  readonly description: string;
  readonly reported_at: Date;
  /** True if an event announced the submission before it was reported. */
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
  } = submissionToWire(toSubmissionRow(row));
  return {
    ...rest,
    submissions,
    submissionStatusAtReport: status,
    reportReason: row.reason,
    ...(row.description ? { reportReasonDescription: row.description } : {}),
    reportedDate: row.reported_at.toISOString(),
  };
}

/** Returns the submission as it was before the report. */
export const toSubmissionRow = (row: SpamRow): SubmissionRow => ({ ...row, status: row.status_at_report });
