import type { NewSubmission } from '../records/store.ts';
import type { SubmissionRow, WireSubmission } from '../records/wire.ts';

/** Returns the row as it will be after the insert, so that the same statement can insert the event. */
export const newRow = (submission: NewSubmission, now: Date): SubmissionRow => ({
  id: submission.id,
  form_id: submission.formId,
  namespace: submission.namespace,
  status: submission.status,
  submitter_kind: submission.submitter.kind,
  submitter_id: submission.submitter.id,
  answers: submission.answers,
  seen: false,
  contact_id: null,
  extended_fields: (submission.extendedFields as WireSubmission['extendedFields']) ?? null,
  tags: (submission.tags as WireSubmission['tags']) ?? null,
  order_details: (submission.orderDetails as WireSubmission['orderDetails']) ?? null,
  appointment_details: (submission.appointmentDetails as WireSubmission['appointmentDetails']) ?? null,
  revision: '1',
  created_at: now,
  updated_at: now,
});
