import type { Submission } from '@portico/contract/forms/submission';
import type { SubmissionStatus } from '@portico/domain';
import type { Static } from 'typebox';
import type { SubmitterKind } from '../permissions.ts';

export type WireSubmission = Static<typeof Submission>;

export type OrderDetails = NonNullable<WireSubmission['orderDetails']>;

export interface SubmissionRow {
  readonly id: string;
  readonly form_id: string;
  readonly namespace: string;
  readonly status: SubmissionStatus;
  readonly submitter_kind: SubmitterKind;
  readonly submitter_id: string;
  readonly answers: Record<string, unknown>;
  readonly seen: boolean;
  readonly contact_id: string | null;
  readonly extended_fields: WireSubmission['extendedFields'] | null;
  readonly tags: WireSubmission['tags'] | null;
  readonly order_details: WireSubmission['orderDetails'] | null;
  readonly appointment_details: WireSubmission['appointmentDetails'] | null;
  readonly revision: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const SUBMITTER_KEYS = {
  visitor: 'visitorId',
  member: 'memberId',
  user: 'userId',
  app: 'applicationId',
} as const;

export function toWire(row: SubmissionRow): WireSubmission {
  return {
    id: row.id,
    formId: row.form_id,
    namespace: row.namespace,
    status: row.status,
    submissions: row.answers,
    createdDate: row.created_at.toISOString(),
    updatedDate: row.updated_at.toISOString(),
    revision: row.revision,
    submitter: { [SUBMITTER_KEYS[row.submitter_kind]]: row.submitter_id },
    seen: row.seen,
    ...(row.contact_id ? { contactId: row.contact_id } : {}),
    ...(row.extended_fields?.namespaces ? { extendedFields: { namespaces: row.extended_fields.namespaces } } : {}),
    ...(row.tags ? { tags: tagsToWire(row.tags) } : {}),
    ...(row.order_details ? { orderDetails: row.order_details } : {}),
    ...(row.appointment_details ? { appointmentDetails: appointmentToWire(row.appointment_details) } : {}),
  };
}

/** Staff may store further keys in tags and appointments. Responses contain only the keys that are named here. */
const tagsToWire = ({ tags, privateTags }: NonNullable<WireSubmission['tags']>) => ({
  ...(tags ? { tags: { tagIds: tags.tagIds ?? [] } } : {}),
  ...(privateTags ? { privateTags: { tagIds: privateTags.tagIds ?? [] } } : {}),
});
const appointmentToWire = ({ staffMemberId, staffMemberName }: NonNullable<WireSubmission['appointmentDetails']>) => ({
  ...(staffMemberId === undefined ? {} : { staffMemberId }),
  ...(staffMemberName === undefined ? {} : { staffMemberName }),
});
