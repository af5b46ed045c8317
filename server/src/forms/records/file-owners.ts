/** The names under which media keeps the files of forms and submissions. */

/** The owner of a submission's files. */
export const fileOwner = (submissionId: string): string => `submission:${submissionId}`;

/** The scope in which uploads of a form wait until a submission claims them. */
export const fileScope = (formId: string): string => `form:${formId}`;
