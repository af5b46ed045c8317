/** Calls on submissions (forms contract section 2). */
import Type from 'typebox';
import { BULK_BODY_LIMIT, endpoint } from '../endpoint.ts';
import { Empty } from '../shared.ts';
import { AssignTags, bulkAnswer, CursorMetadata, CursorQuery, EntityId, ids, Json, optional, word } from './parts.ts';
import { Submission, SubmissionChange, SubmissionInput, SubmissionStatus, SubmissionViolation } from './submission.ts';

const byId = Type.Object({ submissionId: EntityId });
const oneSubmission = Type.Object({ submission: Submission });
const submissionPage = Type.Object({ submissions: Type.Array(Submission), metadata: CursorMetadata });
const Namespace = Type.String({ minLength: 1, maxLength: 50 });
const queryErrors = ['MISSING_NAMESPACE_FILTER', 'INVALID_FILTER', 'INVALID_CURSOR'] as const;
const additionalMetadata = Type.Optional(
  Type.Record(Type.String(), Type.Union([Json, Type.Array(Type.String()), Type.Null()])),
);
const counts = Type.Object({
  formsSubmissionsCount: Type.Array(
    Type.Object({ formId: Type.String(), totalCount: Type.Integer(), unseenCount: Type.Integer() }),
  ),
});

export const submissionsCalls = {
  createSubmission: endpoint({
    id: 'forms.submissions.create',
    slice: 'forms',
    method: 'POST',
    path: '/v4/submissions',
    summary: 'Submit a form. Invalid values and a closed form answer every violation at once',
    body: Type.Object({
      submission: SubmissionInput,
      captchaToken: Type.Optional(Type.Union([Type.String({ maxLength: 3000 }), Type.Null()])),
      additionalMetadata,
    }),
    response: oneSubmission,
    errors: ['FORM_NOT_FOUND', 'INVALID_CAPTCHA', 'INVALID_IDEMPOTENCY_KEY', 'IDEMPOTENCY_KEY_REUSED'],
  }),
  validateFormSubmission: endpoint({
    id: 'forms.submissions.validate',
    slice: 'forms',
    method: 'POST',
    path: '/v4/submissions/validate',
    summary: 'What would be wrong with a submission; nothing is stored',
    body: Type.Object({
      submission: SubmissionInput,
      additionalMetadata,
      fieldsToValidate: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 200 })),
    }),
    response: Type.Object({ valid: Type.Boolean(), violationErrors: Type.Array(SubmissionViolation) }),
    errors: ['FORM_NOT_FOUND'],
  }),
  getSubmission: endpoint({
    id: 'forms.submissions.get',
    slice: 'forms',
    method: 'GET',
    path: '/v4/submissions/{submissionId}',
    summary: 'One submission',
    query: byId,
    response: oneSubmission,
    errors: ['SUBMISSION_NOT_FOUND'],
  }),
  updateSubmission: endpoint({
    id: 'forms.submissions.update',
    slice: 'forms',
    method: 'PATCH',
    path: '/v4/submissions/{submissionId}',
    summary: 'Change a submission: the fields present are the change',
    query: byId,
    body: Type.Object({ submission: SubmissionChange, mask: Type.Optional(Type.Unknown()) }),
    response: oneSubmission,
    errors: [
      'SUBMISSION_NOT_FOUND',
      'FORM_NOT_FOUND',
      'REVISION_MISMATCH',
      'INVALID_STATUS_TRANSITION',
      'INVALID_MASK',
    ],
  }),
  confirmSubmission: endpoint({
    id: 'forms.submissions.confirm',
    slice: 'forms',
    method: 'POST',
    path: '/v4/submissions/{submissionId}/confirm',
    summary: 'Confirm a pending submission',
    query: byId,
    body: Type.Object({ submissionId: Type.Optional(EntityId) }),
    response: oneSubmission,
    errors: ['SUBMISSION_NOT_FOUND', 'INVALID_STATUS_TRANSITION'],
  }),
  deleteSubmission: endpoint({
    id: 'forms.submissions.delete',
    slice: 'forms',
    method: 'DELETE',
    path: '/v4/submissions/{submissionId}',
    summary: 'Move a submission to the trash, or remove it for good',
    query: Type.Object({
      submissionId: EntityId,
      permanent: Type.Optional(Type.Boolean()),
      preserveFiles: Type.Optional(Type.Boolean()),
    }),
    response: Empty,
    errors: ['SUBMISSION_NOT_FOUND'],
  }),
  bulkDeleteSubmissions: endpoint({
    id: 'forms.submissions.bulkDelete',
    slice: 'forms',
    method: 'POST',
    path: '/v4/bulk/submissions/delete',
    summary: 'Delete up to 100 submissions of a form',
    body: Type.Object({
      formId: EntityId,
      submissionIds: ids,
      permanent: Type.Optional(Type.Boolean()),
      preserveFiles: Type.Optional(Type.Boolean()),
    }),
    response: bulkAnswer({}),
    errors: [],
  }),
  querySubmissions: endpoint({
    id: 'forms.submissions.query',
    slice: 'forms',
    method: 'POST',
    path: '/v4/submissions/query',
    summary: 'Submissions by filter (deprecated spelling of the call below)',
    body: Type.Object({ query: CursorQuery, onlyYourOwn: Type.Optional(Type.Boolean()) }),
    response: submissionPage,
    errors: queryErrors,
  }),
  querySubmissionsByNamespace: endpoint({
    id: 'forms.submissions.queryByNamespace',
    slice: 'forms',
    method: 'POST',
    path: '/v4/submissions/namespace/query',
    summary: 'Submissions by filter; the filter must name a namespace',
    body: Type.Object({ query: CursorQuery, onlyYourOwn: Type.Optional(Type.Boolean()) }),
    response: submissionPage,
    errors: queryErrors,
  }),
  searchSubmissionsByNamespace: endpoint({
    id: 'forms.submissions.searchByNamespace',
    slice: 'forms',
    method: 'POST',
    path: '/v4/submissions/namespace/search',
    summary: 'Submissions by filter and by the words of their values',
    body: Type.Object({
      search: Type.Intersect([
        CursorQuery,
        Type.Object({
          search: Type.Optional(
            Type.Object({
              expression: Type.Optional(Type.String({ maxLength: 100 })),
              mode: Type.Optional(word(['OR', 'AND'])),
              fuzzy: Type.Optional(Type.Boolean()),
            }),
          ),
        }),
      ]),
    }),
    response: submissionPage,
    errors: queryErrors,
  }),
  countSubmissions: endpoint({
    id: 'forms.submissions.count',
    slice: 'forms',
    method: 'POST',
    path: '/v4/submissions/count',
    summary: 'How many submissions each form has, and how many are unseen',
    body: Type.Object({
      formIds: ids,
      namespace: Namespace,
      statuses: Type.Optional(Type.Array(SubmissionStatus, { maxItems: 4 })),
    }),
    response: counts,
    errors: [],
  }),
  countSubmissionsByFilter: endpoint({
    id: 'forms.submissions.countByFilter',
    slice: 'forms',
    method: 'POST',
    path: '/v4/submissions/count-by-filter',
    summary: 'How many submissions match a filter, by form',
    body: Type.Object({ filter: Json, search: Type.Optional(Json) }),
    response: counts,
    errors: ['MISSING_NAMESPACE_FILTER', 'INVALID_FILTER'],
  }),
  bulkMarkSubmissionsAsSeen: endpoint({
    id: 'forms.submissions.bulkMarkAsSeen',
    slice: 'forms',
    method: 'POST',
    path: '/v4/bulk/submissions/mark-as-seen',
    summary: 'Mark submissions as seen',
    body: Type.Object({ ids: Type.Array(EntityId, { maxItems: 100 }), formId: EntityId }),
    response: Type.Object({ jobId: Type.String() }),
    errors: [],
  }),
  getMediaUploadUrl: endpoint({
    id: 'forms.submissions.getMediaUploadUrl',
    slice: 'forms',
    method: 'POST',
    path: '/v4/submissions/media-upload-url',
    summary: 'An address to which one file of a submission may be uploaded',
    body: Type.Object({
      formId: EntityId,
      filename: Type.String({ minLength: 1, maxLength: 300 }),
      /** empty where the uploader's system knows none */
      mimeType: Type.String({ maxLength: 100 }),
    }),
    response: Type.Object({ uploadUrl: Type.String({ maxLength: 500 }) }),
    errors: ['FORM_NOT_FOUND', 'FILE_UPLOAD_RESTRICTIONS_ERROR', 'FILE_QUOTA_REACHED'],
  }),
  getSubmissionDownloadUrl: endpoint({
    id: 'forms.submissions.getDocument',
    slice: 'forms',
    method: 'GET',
    path: '/v4/submissions/{submissionId}/document',
    summary: 'Where the submission can be downloaded as a document',
    query: byId,
    response: Type.Object({
      document: Type.Object({
        id: Type.String(),
        status: word(['UNKNOWN_STATUS', 'READY', 'PENDING', 'FAILED']),
        readyDetails: Type.Optional(Type.Object({ downloadUrl: Type.String({ maxLength: 300 }) })),
      }),
    }),
    errors: ['SUBMISSION_NOT_FOUND'],
  }),
  downloadSubmission: endpoint({
    id: 'forms.submissions.download',
    slice: 'forms',
    method: 'GET',
    path: '/v4/submissions/{submissionId}/download',
    summary: 'The document itself, as the vendor wraps it',
    query: Type.Object({ submissionId: EntityId, accessToken: optional.text }),
    response: Type.Object({
      statusCode: Type.Integer(),
      body: Type.String(),
      headers: Type.Array(Type.Object({ key: Type.String(), value: Type.String() })),
    }),
    errors: ['SUBMISSION_NOT_FOUND'],
  }),
  getFormattedSubmission: endpoint({
    id: 'forms.submissions.getFormatted',
    slice: 'forms',
    method: 'GET',
    path: '/v4/submissions/{submissionId}/formatted',
    summary: 'Labels and values as text, in the order of the form',
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
  updateSubmissionExtendedFields: endpoint({
    id: 'forms.submissions.updateExtendedFields',
    slice: 'forms',
    method: 'POST',
    path: '/v4/submissions/{submissionId}/extended-fields',
    summary: 'Set the extended fields of one namespace',
    query: byId,
    body: Type.Object({ id: Type.Optional(EntityId), namespace: Type.String({ maxLength: 164 }), namespaceData: Json }),
    response: Type.Object({ namespace: Type.String(), namespaceData: Json }),
    errors: ['SUBMISSION_NOT_FOUND'],
  }),
  bulkUpdateSubmissionTags: endpoint({
    id: 'forms.submissions.bulkUpdateTags',
    slice: 'forms',
    method: 'POST',
    path: '/v4/bulk/submissions/update-tags',
    summary: 'Assign and take away tags',
    body: Type.Object({ submissionIds: ids, ...AssignTags }),
    response: bulkAnswer({}),
    errors: ['EMPTY_ASSIGN_AND_UNASSIGN_LISTS'],
    bodyLimit: BULK_BODY_LIMIT,
  }),
  bulkUpdateSubmissionTagsByFilter: endpoint({
    id: 'forms.submissions.bulkUpdateTagsByFilter',
    slice: 'forms',
    method: 'POST',
    path: '/v4/bulk/submissions/update-tags-by-filter',
    summary: 'Assign and take away tags of all submissions that match',
    body: Type.Object({ filter: Json, ...AssignTags }),
    response: Type.Object({ jobId: Type.String() }),
    errors: ['EMPTY_ASSIGN_AND_UNASSIGN_LISTS', 'INVALID_FILTER', 'MISSING_NAMESPACE_FILTER'],
  }),
  upsertContactFromSubmission: endpoint({
    id: 'forms.submissions.upsertContact',
    slice: 'forms',
    method: 'POST',
    path: '/v4/submissions-contacts',
    summary: 'Make or update a contact from a submission',
    body: Type.Object({
      submissionId: EntityId,
      contactId: Type.Optional(EntityId),
      emailVerified: Type.Optional(Type.Boolean()),
    }),
    response: Type.Object({
      submitContactResponse: Type.Object({
        contactId: Type.String(),
        identityType: word(['UNKNOWN', 'CONTACT', 'MEMBER', 'NOT_AUTHENTICATED_MEMBER']),
        newContact: Type.Boolean(),
      }),
    }),
    errors: ['SUBMISSION_NOT_FOUND', 'FORM_NOT_FOUND'],
  }),
};
