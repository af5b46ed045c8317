/** Every call of the forms slice by its name in the vendor's client, where it has one. */
import { formsCalls } from './forms-calls.ts';
import { formsTrashCalls } from './forms-trash-calls.ts';
import { spamCalls } from './spam-calls.ts';
import { submissionsCalls } from './submissions-calls.ts';
import { submissionsTrashCalls } from './submissions-trash-calls.ts';
import { supportCalls } from './support-calls.ts';

export const formsEndpoints = {
  ...formsCalls,
  ...formsTrashCalls,
  ...submissionsCalls,
  ...submissionsTrashCalls,
  ...spamCalls,
  ...supportCalls,
};
