/** Spam reports (forms contract section 10). */
import { spamReasons } from '@portico/domain';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { DateTime, Empty } from '../shared.ts';
import {
  bulkAnswer,
  CursorMetadata,
  CursorQuery,
  EntityId,
  ExtendedFields,
  ids,
  Json,
  optional,
  queryErrors,
  Revision,
  stringEnum,
} from './parts.ts';
import { Submission, SubmissionInput, SubmissionStatus, Values } from './submission.ts';

const Reason = stringEnum(spamReasons);

const SpamReport = Type.Object(
  {
    id: EntityId,
    formId: EntityId,
    namespace: Type.String(),
    submitter: Type.Optional(Json),
    submissions: Type.Optional(Values),
    reportReason: Reason,
    reportReasonDescription: optional.text,
    createdDate: DateTime,
    reportedDate: DateTime,
    updatedDate: DateTime,
    revision: Revision,
    extendedFields: Type.Optional(ExtendedFields),
    submissionStatusAtReport: Type.Optional(SubmissionStatus),
    orderDetails: Type.Optional(Json),
    contactId: optional.text,
    accessRestriction: optional.text,
    childMetaSiteId: optional.text,
  },
  { title: 'SpamReport', description: 'A submission that was moved to spam, and why.' },
);

const byId = Type.Object({ formSpamSubmissionReportId: EntityId });
const oneReport = Type.Object({ formSpamSubmissionReport: SpamReport });
const reasonFields = {
  reportReason: Type.Optional(Reason),
  reportReasonDescription: Type.Optional(Type.String({ maxLength: 255 })),
};
const path = '/v4/form-spam-submission-reports';

export const spamCalls = {
  getFormTicket: endpoint({
    id: 'forms.forms.getTicket',
    slice: 'forms',
    method: 'GET',
    path: '/portico/v1/forms/{formId}/ticket',
    summary: "Issue a single-use ticket that records when Portico's own form was shown",
    query: Type.Object({ formId: EntityId }),
    response: Type.Object({ ticket: Type.String(), expiresDate: DateTime }),
    errors: ['FORM_NOT_FOUND'],
  }),
  checkForSpam: endpoint({
    id: 'forms.spamReports.check',
    slice: 'forms',
    method: 'POST',
    path: `${path}/check-for-spam`,
    summary: 'Check whether a submission would be classified as spam',
    body: Type.Object({ submission: SubmissionInput }),
    response: Type.Object({
      spam: Type.Boolean(),
      spamReport: Type.Optional(Type.Object({ reportReason: Reason, reportReasonDescription: optional.text })),
    }),
    errors: ['FORM_NOT_FOUND'],
  }),
  createSpamReport: endpoint({
    id: 'forms.spamReports.create',
    slice: 'forms',
    method: 'POST',
    path,
    summary: 'Create a spam report',
    body: Type.Object({
      formSpamSubmissionReport: Type.Object({
        formId: EntityId,
        submissions: Type.Optional(Values),
        ...reasonFields,
        extendedFields: Type.Optional(ExtendedFields),
      }),
    }),
    response: oneReport,
    errors: ['FORM_NOT_FOUND'],
  }),
  getSpamReport: endpoint({
    id: 'forms.spamReports.get',
    slice: 'forms',
    method: 'GET',
    path: `${path}/{formSpamSubmissionReportId}`,
    summary: 'Get a spam report',
    query: byId,
    response: oneReport,
    errors: ['SPAM_REPORT_NOT_FOUND'],
  }),
  deleteSpamReport: endpoint({
    id: 'forms.spamReports.delete',
    slice: 'forms',
    method: 'DELETE',
    path: `${path}/{formSpamSubmissionReportId}`,
    summary: 'Delete a spam report',
    query: byId,
    response: Empty,
    errors: ['SPAM_REPORT_NOT_FOUND'],
  }),
  reportSpamSubmission: endpoint({
    id: 'forms.submissions.reportSpam',
    slice: 'forms',
    method: 'POST',
    path: '/v4/submissions/{submissionId}/report-spam-submission',
    summary: 'Convert a submission to a spam report',
    query: Type.Object({ submissionId: EntityId }),
    body: Type.Object({ submissionId: Type.Optional(EntityId), ...reasonFields }),
    response: oneReport,
    errors: ['SUBMISSION_NOT_FOUND'],
  }),
  bulkReportSpamSubmissions: endpoint({
    id: 'forms.submissions.bulkReportSpam',
    slice: 'forms',
    method: 'POST',
    path: '/v4/bulk/submissions/report-spam-submission',
    summary: 'Convert several submissions to spam reports',
    body: Type.Object({
      formId: EntityId,
      submissionIds: ids,
      ...reasonFields,
      returnEntity: Type.Optional(Type.Boolean()),
    }),
    response: bulkAnswer({ item: Type.Optional(SpamReport) }),
    errors: [],
  }),
  reportNotSpamSubmission: endpoint({
    id: 'forms.spamReports.reportNotSpam',
    slice: 'forms',
    method: 'POST',
    path: `${path}/{formSpamSubmissionReportId}/report-not-spam-submission`,
    summary: 'Convert a spam report back to a submission',
    query: byId,
    body: Type.Object({ formSpamSubmissionReportId: Type.Optional(EntityId) }),
    response: Type.Object({ submission: Submission }),
    errors: ['SPAM_REPORT_NOT_FOUND', 'FORM_NOT_FOUND'],
  }),
  bulkReportNotSpam: endpoint({
    id: 'forms.spamReports.bulkReportNotSpam',
    slice: 'forms',
    method: 'POST',
    path: '/v4/bulk/form-spam-submission-reports/report-not-spam-submission',
    summary: 'Convert several spam reports back to submissions',
    body: Type.Object({
      formId: EntityId,
      formSpamSubmissionReportIds: ids,
      returnEntity: Type.Optional(Type.Boolean()),
    }),
    response: bulkAnswer({ item: Type.Optional(Submission), formSpamSubmissionReportId: EntityId }),
    errors: [],
  }),
  bulkDeleteSpamReports: endpoint({
    id: 'forms.spamReports.bulkDelete',
    slice: 'forms',
    method: 'POST',
    path: '/v4/bulk/form-spam-submission-reports/delete',
    summary: 'Delete several spam reports',
    body: Type.Object({ formId: Type.Optional(EntityId), formSpamSubmissionReportIds: ids }),
    response: bulkAnswer({}),
    errors: [],
  }),
  deleteSpamReportsByFilter: endpoint({
    id: 'forms.spamReports.deleteByFilter',
    slice: 'forms',
    method: 'POST',
    path: '/v4/bulk/form-spam-submission-reports/delete-by-filter',
    summary: 'Delete all spam reports that match a filter',
    body: Type.Object({ filter: Json }),
    response: Type.Object({ jobId: Type.String() }),
    errors: ['INVALID_FILTER', 'MISSING_NAMESPACE_FILTER'],
  }),
  querySpamReports: endpoint({
    id: 'forms.spamReports.query',
    slice: 'forms',
    method: 'POST',
    path: `${path}/namespace/query`,
    summary: 'Query spam reports by filter; the filter must name a namespace',
    body: Type.Object({ query: CursorQuery }),
    response: Type.Object({ formSpamSubmissionReports: Type.Array(SpamReport), pagingMetadata: CursorMetadata }),
    errors: queryErrors,
  }),
  countSpamReports: endpoint({
    id: 'forms.spamReports.count',
    slice: 'forms',
    method: 'POST',
    path: `${path}/count`,
    summary: 'Count the spam reports of each form',
    body: Type.Object({ formIds: ids, namespace: Type.String({ minLength: 1, maxLength: 50 }) }),
    response: Type.Object({
      formsSpamSubmissionReportsCount: Type.Array(Type.Object({ formId: Type.String(), totalCount: Type.Integer() })),
    }),
    errors: [],
  }),
};
