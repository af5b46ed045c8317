/** All calls of the forms slice. The keys are the names in the vendor's client, if a call has one. */
import { formsCalls } from './forms-calls.ts';
import { formsTrashCalls } from './forms-trash-calls.ts';
import { spamCalls } from './spam-calls.ts';
import { submissionDocumentsCalls } from './submission-documents-calls.ts';
import { submissionsCalls } from './submissions-calls.ts';
import { submissionsTrashCalls } from './submissions-trash-calls.ts';
import { supportCalls } from './support-calls.ts';

export const formsEndpoints = {
  ...formsCalls,
  ...formsTrashCalls,
  ...submissionsCalls,
  ...submissionDocumentsCalls,
  ...submissionsTrashCalls,
  ...spamCalls,
  ...supportCalls,
};
