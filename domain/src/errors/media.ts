/** Error codes of uploaded files (forms contract sections 5.1 and 7). */
export const mediaErrors = {
  FILE_UPLOAD_RESTRICTIONS_ERROR: { status: 400, sentence: 'This file cannot be uploaded here: {reason}.' },
  /** Forged, used and expired URLs and URLs of other sites all get this error, so that guessing reveals nothing. */
  UPLOAD_URL_INVALID: {
    status: 403,
    sentence: 'The upload address is invalid, used or expired. Request a new one.',
  },
  UPLOAD_STALLED: { status: 408, sentence: 'The upload was too slow or stopped. Upload the file again.' },
  FILE_QUOTA_REACHED: { status: 429, sentence: 'The file quota of this {scope} is used up.' },
  FILE_NOT_FOUND: { status: 404, sentence: 'There is no such file.' },
} as const;
