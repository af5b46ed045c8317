/** All calls of the forms slice. A call that the vendor's client also has is listed under its name in that client. */
import { formsCalls } from './forms-calls.ts';
import { formsTrashCalls } from './forms-trash-calls.ts';
import { spamCalls } from './spam-calls.ts';
import { submissionDocumentsCalls } from './submission-documents-calls.ts';
import { submissionsCalls } from './submissions-calls.ts';
import { submissionsTrashCalls } from './submissions-trash-calls.ts';
import { formViewerCalls } from './support-calls.ts';

export const formsEndpoints = {
  ...formsCalls,
  ...formsTrashCalls,
  ...submissionsCalls,
  ...submissionDocumentsCalls,
  ...submissionsTrashCalls,
  ...spamCalls,
  ...formViewerCalls,
};
