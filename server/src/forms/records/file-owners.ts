/** The `owner` and `scope` under which the media slice stores the files of submissions and forms. */

/** Returns the `owner` of a submission's files. */
export const fileOwnerOf = (submissionId: string): string => `submission:${submissionId}`;

/** Returns the `scope` of files that were uploaded to a form and that no submission has claimed yet. */
export const fileScopeOf = (formId: string): string => `form:${formId}`;
