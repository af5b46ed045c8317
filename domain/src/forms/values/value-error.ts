import type { ValidationErrorType } from '../vocabulary.ts';

/** One error of a submission (forms contract section 5.1). */
export interface ValueError {
  /** Target, keys and indexes, separated by `/`: `first_name`, `address/city`, `multi/1`. */
  errorPath: string;
  errorType: ValidationErrorType;
  errorMessage: string;
  params: Record<string, unknown>;
  /** True if the owner wrote the message. */
  useCustomErrorMessage?: true;
}

/** Returns the path of a part. The path of the submission itself is empty. */
export const joinPath = (path: string, key: string | number): string => (path === '' ? String(key) : `${path}/${key}`);

export const wrongTypeError = (path: string, type: string): ValueError => ({
  errorPath: path,
  errorType: 'TYPE_ERROR',
  errorMessage: `must be ${type}`,
  params: { type },
});

export const missingValueError = (path: string, property: string): ValueError => ({
  errorPath: path,
  errorType: 'REQUIRED_VALUE_ERROR',
  errorMessage: `must have required property '${property}'`,
  params: { missingProperty: property },
});

export const unknownKeyError = (path: string, key: string): ValueError => ({
  errorPath: path,
  errorType: 'UNKNOWN_VALUE_ERROR',
  errorMessage: 'must NOT have additional properties',
  params: { additionalProperty: key },
});

export const tooLongError = (path: string, limit: number): ValueError => ({
  errorPath: path,
  errorType: 'MAX_LENGTH_ERROR',
  errorMessage: `must NOT have more than ${limit} characters`,
  params: { limit },
});

export const tooShortError = (path: string, limit: number): ValueError => ({
  errorPath: path,
  errorType: 'MIN_LENGTH_ERROR',
  errorMessage: `must NOT have fewer than ${limit} characters`,
  params: { limit },
});

export const wrongFormatError = (path: string, format: string): ValueError => ({
  errorPath: path,
  errorType: 'FORMAT_ERROR',
  errorMessage: `must match format "${format}"`,
  params: { format },
});

export const notAllowedError = (path: string, allowedValues: readonly unknown[]): ValueError => ({
  errorPath: path,
  errorType: 'NOT_ALLOWED_VALUE_ERROR',
  errorMessage: 'must be equal to one of the allowed values',
  params: { allowedValues: [...allowedValues] },
});

/** `verb` is `must be` for numbers and `should be` for dates and times. */
export const aboveMaximumError = (path: string, limit: number | string, verb = 'must be'): ValueError => ({
  errorPath: path,
  errorType: 'MAX_VALUE_ERROR',
  errorMessage: `${verb} <= ${limit}`,
  params: { comparison: '<=', limit },
});

export const belowMinimumError = (path: string, limit: number | string, verb = 'must be'): ValueError => ({
  errorPath: path,
  errorType: 'MIN_VALUE_ERROR',
  errorMessage: `${verb} >= ${limit}`,
  params: { comparison: '>=', limit },
});

export const notAfterError = (path: string, limit: string): ValueError => ({
  errorPath: path,
  errorType: 'MIN_VALUE_ERROR',
  errorMessage: `should be > ${limit}`,
  params: { comparison: '>', limit },
});

export const notMultipleError = (path: string, multipleOf: number): ValueError => ({
  errorPath: path,
  errorType: 'MULTIPLE_OF_VALUE_ERROR',
  errorMessage: `must be multiple of ${multipleOf}`,
  params: { multipleOf },
});

export const tooManyItemsError = (path: string, limit: number): ValueError => ({
  errorPath: path,
  errorType: 'MAX_ITEMS_ERROR',
  errorMessage: `must NOT have more than ${limit} items`,
  params: { limit },
});

export const tooFewItemsError = (path: string, limit: number): ValueError => ({
  errorPath: path,
  errorType: 'MIN_ITEMS_ERROR',
  errorMessage: `must NOT have fewer than ${limit} items`,
  params: { limit },
});

/**
 * The error of a value that the engine cannot check (an unknown input type, rows nested too deeply) and therefore
 * rejects.
 */
export const notCheckableError = (path: string, kind: string): ValueError => ({
  errorPath: path,
  errorType: 'UNKNOWN_ERROR',
  errorMessage: `values of ${kind} fields cannot be checked here`,
  params: {},
});
