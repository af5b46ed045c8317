/**
 * Error codes that any endpoint may return. Callers receive `sentence`, with its `{placeholders}` filled from the data
 * of the error.
 */
export const sharedErrors = {
  BAD_REQUEST: { status: 400, sentence: 'The request could not be understood: {reason}.' },
  INVALID_ARGUMENT: { status: 400, sentence: 'The request contains values that are not allowed.' },
  UNAUTHENTICATED: { status: 401, sentence: 'Sign in or send a valid access token or API key.' },
  PERMISSION_DENIED: { status: 403, sentence: 'You are not allowed to do this.' },
  NOT_FOUND: { status: 404, sentence: 'There is nothing at this address: {path}.' },
  VENDOR_PRODUCT_NOT_SERVED: {
    status: 404,
    sentence: 'Portico does not serve {path}: it belongs to a product of Wix other than members, data and forms.',
  },
  CONFLICT: {
    status: 409,
    sentence: 'Somebody else changed this in the meantime. Load it again and repeat your change.',
  },
  PAYLOAD_TOO_LARGE: { status: 413, sentence: 'The request body is larger than the {limitBytes} bytes allowed here.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, sentence: 'Send the request body as application/json.' },
  TOO_MANY_REQUESTS: { status: 429, sentence: 'Too many requests. Try again in {retryAfterSeconds} seconds.' },
  INTERNAL: {
    status: 500,
    sentence: 'Something went wrong on the server. The request id helps to find it in the log.',
  },
  NOT_IMPLEMENTED: {
    status: 501,
    sentence: 'This call is part of the contract but is not served by this version yet.',
  },
  DATABASE_UNAVAILABLE: {
    status: 503,
    sentence: 'The database does not respond at the moment. Try again in {retryAfterSeconds} seconds.',
  },
  SERVER_BUSY: {
    status: 503,
    sentence: 'The server is overloaded at the moment. Try again in {retryAfterSeconds} seconds.',
  },
  TIMED_OUT: { status: 503, sentence: 'The request took longer than allowed and was stopped.' },
  STORAGE_FULL: {
    status: 507,
    sentence: 'The server has no disk space left, and nothing was saved. Its operator must free disk space.',
  },
} as const;
