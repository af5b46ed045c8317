/** Calls that return a submission as a document or as text (forms contract section 2). */
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { EntityId, optional, stringEnum } from './parts.ts';

const byId = Type.Object({ submissionId: EntityId });

export const submissionDocumentsCalls = {
  getSubmissionDownloadUrl: endpoint({
    id: 'forms.submissions.getDocument',
    slice: 'forms',
    access: 'submissions:read',
    method: 'GET',
    path: '/v4/submissions/{submissionId}/document',
    summary: 'Get the URL at which a submission can be downloaded as a document',
    query: byId,
    response: Type.Object({
      document: Type.Object({
        id: Type.String(),
        status: stringEnum(['UNKNOWN_STATUS', 'READY', 'PENDING', 'FAILED']),
        readyDetails: Type.Optional(Type.Object({ downloadUrl: Type.String({ maxLength: 300 }) })),
      }),
    }),
    errors: ['SUBMISSION_NOT_FOUND'],
  }),
  openSubmissionDocument: endpoint({
    id: 'forms.submissions.openDocument',
    slice: 'forms',
    access: 'open',
    method: 'GET',
    path: '/portico/v1/submission-documents/{link}',
    summary: 'Download the PDF as an attachment; the URL is valid for some minutes and needs no token',
    query: Type.Object({ link: Type.String({ minLength: 1, maxLength: 200 }) }),
    errors: ['SUBMISSION_NOT_FOUND', 'FORM_NOT_FOUND', 'DOCUMENT_FAILED'],
  }),
  downloadSubmission: endpoint({
    id: 'forms.submissions.download',
    slice: 'forms',
    access: 'submissions:read',
    method: 'GET',
    path: '/v4/submissions/{submissionId}/download',
    summary: 'Get the document itself, in the format of Wix',
    query: Type.Object({ submissionId: EntityId, accessToken: optional.text }),
    response: Type.Object({
      statusCode: Type.Integer(),
      body: Type.String(),
      headers: Type.Array(Type.Object({ key: Type.String(), value: Type.String() })),
    }),
    errors: ['SUBMISSION_NOT_FOUND', 'FORM_NOT_FOUND', 'DOCUMENT_FAILED'],
  }),
  getFormattedSubmission: endpoint({
    id: 'forms.submissions.getFormatted',
    slice: 'forms',
    access: 'submissions:read',
    method: 'GET',
    path: '/v4/submissions/{submissionId}/formatted',
    summary: 'Get labels and values as text, in the order of the form',
    query: byId,
    response: Type.Object({
      submissionId: Type.String(),
      submissions: Type.Array(
        Type.Object({ label: Type.String(), key: Type.String(), value: Type.String(), fieldId: optional.text }),
        { maxItems: 100 },
      ),
    }),
    errors: ['SUBMISSION_NOT_FOUND', 'FORM_NOT_FOUND'],
  }),
};
