/** The owner and the scope under which the media slice stores the files of submissions and forms. */

/** The owner of a submission's files. */
export const fileOwnerOf = (submissionId: string): string => `submission:${submissionId}`;

/** The scope of uploads to a form that no submission has claimed yet. */
export const fileScopeOf = (formId: string): string => `form:${formId}`;
