/** The owner and scope by which the media slice knows the files of forms and submissions. */

/** The owner of a submission's files. */
export const fileOwnerOf = (submissionId: string): string => `submission:${submissionId}`;

/** The scope of uploads to a form that no submission has claimed yet. */
export const fileScopeOf = (formId: string): string => `form:${formId}`;
