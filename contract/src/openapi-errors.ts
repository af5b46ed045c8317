import { describeError, type ErrorCode } from '@portico/domain';
import type { Json } from './openapi-components.ts';

const errorResponse = (schema: string, description: string): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
});
const describeCodes = (...codes: ErrorCode[]): string =>
  codes.map((code) => `\`${code}\`: ${describeError(code)}`).join('\n\n');

/** Responses that every call shares. */
export const errorResponses: Json = {
  BadRequest: errorResponse('Error', describeCodes('BAD_REQUEST', 'INVALID_ARGUMENT')),
  Unauthenticated: errorResponse('Error', describeCodes('UNAUTHENTICATED')),
  PermissionDenied: errorResponse('Error', describeCodes('PERMISSION_DENIED')),
  Other: errorResponse(
    'Error',
    describeCodes('TOO_MANY_REQUESTS', 'INTERNAL', 'DATABASE_UNAVAILABLE', 'SERVER_BUSY', 'TIMED_OUT'),
  ),
};

const string = { type: 'string' };

export const errorSchemas: Json = {
  Error: {
    description: 'An error: a code of `docs/errors.md`, or the invalid values, each with its path.',
    type: 'object',
    required: ['message'],
    properties: {
      message: { ...string, description: 'A human-readable message.' },
      details: {
        type: 'object',
        properties: {
          applicationError: {
            type: 'object',
            required: ['code'],
            properties: { code: string, description: string, data: { type: 'object' } },
          },
          validationError: {
            type: 'object',
            required: ['fieldViolations'],
            properties: {
              fieldViolations: { type: 'array', items: { $ref: '#/components/schemas/FieldViolation' } },
            },
          },
        },
      },
    },
    examples: [
      {
        message: describeError('PERMISSION_DENIED'),
        details: {
          applicationError: { code: 'PERMISSION_DENIED', description: describeError('PERMISSION_DENIED'), data: {} },
        },
      },
    ],
  },
  FieldViolation: {
    description: 'One invalid value, with its path in the request.',
    type: 'object',
    required: ['field', 'description'],
    properties: {
      field: string,
      description: string,
      violatedRule: string,
      ruleName: string,
      data: { type: 'object' },
    },
    examples: [
      { field: 'paging.limit', description: 'must be integer', violatedRule: 'WRONG_TYPE', data: { type: 'integer' } },
    ],
  },
  OAuthError: {
    description: 'An error of the token endpoint (RFC 6749, section 5.2).',
    type: 'object',
    required: ['error'],
    properties: { error: string, error_description: string },
    examples: [{ error: 'invalid_client', error_description: describeError('UNAUTHENTICATED') }],
  },
};
