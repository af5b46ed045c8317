/** Error codes of forms and submissions (forms contract section 8). */
export const formsErrors = {
  FORM_NOT_FOUND: { status: 404, sentence: 'There is no form with the id {formId}.' },
  FORM_ORIGIN_NOT_ALLOWED: {
    status: 403,
    sentence:
      'Pages of {origin} are not allowed to show this form. The owner can add the origin in the form’s settings.',
  },
  SUBMISSION_NOT_FOUND: { status: 404, sentence: 'There is no submission with the id {submissionId}.' },
  SPAM_REPORT_NOT_FOUND: { status: 404, sentence: 'There is no spam report with the id {reportId}.' },
  MISSING_NAMESPACE_FILTER: { status: 400, sentence: 'The filter must select one namespace with $eq.' },
  INVALID_FILTER: { status: 400, sentence: 'The filter is not valid: {reason}.' },
  INVALID_CURSOR: { status: 400, sentence: 'The cursor is not valid.' },
  INVALID_STATUS_TRANSITION: { status: 428, sentence: 'The status of a submission cannot change from {from} to {to}.' },
  REVISION_MISMATCH: {
    status: 409,
    sentence: 'The object has changed in the meantime. Its current revision is {revision}.',
  },
  INVALID_CAPTCHA: { status: 428, sentence: 'The captcha token is not valid.' },
  INVALID_MASK: { status: 400, sentence: 'The mask names a field that cannot be changed: {path}.' },
  INVALID_IDEMPOTENCY_KEY: { status: 400, sentence: 'The Idempotency-Key must have 1 to 255 characters.' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, sentence: 'The Idempotency-Key was used for another submission.' },
  EMPTY_ASSIGN_AND_UNASSIGN_LISTS: {
    status: 400,
    sentence: 'The request must contain at least one tag to assign or unassign.',
  },
  NOTHING_TO_MAP: {
    status: 428,
    sentence:
      'The submission {submissionId} cannot be mapped to a contact: it contains no mapped name, e-mail or phone.',
  },
  DOCUMENT_FAILED: { status: 503, sentence: 'The document could not be created. Try again.' },
  MULTI_NAMESPACE_BULK_OPERATION: { status: 400, sentence: 'A bulk call must stay within one namespace.' },
  DELETED_FIELD_NOT_FOUND: { status: 404, sentence: 'There is no deleted field with this id.' },
  DELETED_FIELD_COUNT_OVER_MAX: { status: 400, sentence: 'The form has reached its maximum number of deleted fields.' },
} as const;
