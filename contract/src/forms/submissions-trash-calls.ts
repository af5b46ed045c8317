/** Calls on submissions in the trash (forms contract section 2). */
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Empty } from '../shared.ts';
import { bulkResponse, CursorMetadata, CursorPaging, EntityId, ids, optional } from './parts.ts';
import { Submission, SubmissionStatus } from './submission.ts';

const byId = Type.Object({ submissionId: EntityId });
const statuses = Type.Optional(Type.Array(SubmissionStatus, { maxItems: 4 }));

export const submissionsTrashCalls = {
  listDeletedSubmissions: endpoint({
    id: 'forms.deletedSubmissions.list',
    slice: 'forms',
    access: 'submissions:read',
    method: 'GET',
    path: '/v4/submissions/trash-bin',
    summary: 'List the submissions of a form in the trash',
    query: Type.Object({
      formId: EntityId,
      submissionIds: Type.Optional(Type.Array(EntityId, { maxItems: 10 })),
      paging: Type.Optional(CursorPaging),
      statuses,
      namespace: optional.text,
    }),
    response: Type.Object({ submissions: Type.Array(Submission), pagingMetadata: CursorMetadata }),
    errors: ['INVALID_FILTER', 'INVALID_CURSOR'],
  }),
  getDeletedSubmission: endpoint({
    id: 'forms.deletedSubmissions.get',
    slice: 'forms',
    access: 'submissions:read',
    method: 'GET',
    path: '/v4/submissions/trash-bin/{submissionId}',
    documentedPath: '/form-submission-service/v4/submissions/trash-bin/{submissionId}',
    summary: 'Get a submission in the trash',
    query: byId,
    response: Type.Object({ submission: Submission }),
    errors: ['SUBMISSION_NOT_FOUND'],
  }),
  restoreSubmission: endpoint({
    id: 'forms.deletedSubmissions.restore',
    slice: 'forms',
    access: 'submissions:manage',
    method: 'POST',
    path: '/v4/submissions/trash-bin/{submissionId}/restore',
    summary: 'Restore a submission from the trash',
    query: byId,
    body: Type.Object({ submissionId: Type.Optional(EntityId) }),
    response: Type.Object({ submission: Submission }),
    errors: ['SUBMISSION_NOT_FOUND'],
  }),
  removeDeletedSubmission: endpoint({
    id: 'forms.deletedSubmissions.remove',
    slice: 'forms',
    access: 'submissions:manage',
    method: 'DELETE',
    path: '/v4/submissions/trash-bin/{submissionId}',
    documentedPath: '/form-submission-service/v4/submissions/trash-bin/{submissionId}',
    summary: 'Delete a submission in the trash permanently',
    query: byId,
    response: Empty,
    errors: ['SUBMISSION_NOT_FOUND'],
  }),
  bulkRemoveDeletedSubmissions: endpoint({
    id: 'forms.deletedSubmissions.bulkRemove',
    slice: 'forms',
    access: 'submissions:manage',
    method: 'POST',
    path: '/v4/submissions/trash-bin/delete',
    summary: 'Delete several submissions in the trash permanently',
    body: Type.Object({ formId: EntityId, submissionIds: ids }),
    response: bulkResponse({}),
    errors: [],
  }),
  countDeletedSubmissions: endpoint({
    id: 'forms.deletedSubmissions.count',
    slice: 'forms',
    access: 'submissions:read',
    method: 'POST',
    path: '/v4/submissions/trash-bin/count',
    summary: 'Count the submissions of each form in the trash',
    body: Type.Object({ formIds: ids, namespace: Type.String({ minLength: 1, maxLength: 50 }), statuses }),
    response: Type.Object({
      formsDeletedSubmissionsCount: Type.Array(Type.Object({ formId: Type.String(), totalCount: Type.Integer() })),
    }),
    errors: [],
  }),
};
