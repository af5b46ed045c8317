import type { Endpoint } from '@portico/contract/endpoint';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';
import { AppError, type FieldViolation, ViolationError } from '../kernel/app-error.ts';
import { readQueryString } from './query-string.ts';

type Check = { Check(value: unknown): boolean; Errors(value: unknown): SchemaError[] };
type SchemaError = ReturnType<ReturnType<typeof Compile>['Errors']>[number];

const compiled = new WeakMap<TSchema, Check>();
const MAX_VIOLATIONS = 50;

/**
 * Returns the compiled check of a schema. It is compiled on first use, because compiling five hundred schemas at
 * start would take a second and 200 MB.
 */
export function checkOf(schema: TSchema): Check {
  const known = compiled.get(schema);
  if (known) return known;
  const check = Compile(schema);
  compiled.set(schema, check);
  return check;
}

/**
 * Returns the endpoint's validated input: path, query string and packed `.r` merged into one value, and the body.
 * @throws ViolationError that names every invalid value
 */
export function readInput(
  endpoint: Endpoint,
  params: Readonly<Record<string, string>>,
  search: URLSearchParams,
  body: unknown,
  isBodyPacked: boolean,
): { query: unknown; body: unknown } {
  const packedQuery = unpackQuery(search.get('.r'));
  const query = endpoint.query
    ? { ...params, ...readQueryString(search, propertiesOf(endpoint.query)), ...(isBodyPacked ? {} : packedQuery) }
    : {};
  const rawBody = isBodyPacked ? packedQuery : (body ?? {});
  return {
    query: endpoint.query ? validateValue(endpoint.query, Value.Convert(endpoint.query, query), '') : {},
    body: endpoint.body ? validateValue(endpoint.body, rawBody, '') : rawBody,
  };
}

const propertiesOf = (schema: TSchema): Record<string, TSchema> =>
  (schema as { properties?: Record<string, TSchema> }).properties ?? {};

/**
 * Decodes `.r`, base64url (RFC 4648, section 5) of a JSON object. The vendor's clients pack nested parameters of a GET
 * that way.
 */
function unpackQuery(text: string | null): Record<string, unknown> | undefined {
  if (text === null) return undefined;
  try {
    if (!/^[\w-]+={0,2}$/.test(text)) throw new Error('not base64url');
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('not an object');
    return value as Record<string, unknown>;
  } catch (cause) {
    throw new AppError('BAD_REQUEST', { reason: 'the parameter .r is not a JSON object in base64url' }, cause);
  }
}

function validateValue(schema: TSchema, value: unknown, valuePath: string): unknown {
  const check = checkOf(schema);
  if (check.Check(value)) return value;
  throw new ViolationError(
    withoutOtherBranches(check.Errors(value))
      .flatMap((error) => violationsOf(error, valuePath))
      .slice(0, MAX_VIOLATIONS),
  );
}

/**
 * Filters the errors of unions. A value that fits no branch of a union violates the rules of every branch. Retains only
 * the violations of the branch that has the value's type, so that a text that is too long is not also reported as "must
 * be null".
 */
function withoutOtherBranches(errors: readonly SchemaError[]): SchemaError[] {
  return errors
    .filter(({ keyword }) => keyword === 'anyOf')
    .reduce<SchemaError[]>(
      (remaining, union) => {
        const inside = `${union.schemaPath}/anyOf/`;
        const isInside = (error: SchemaError): boolean => error.schemaPath.startsWith(inside);
        const branches = Map.groupBy(
          remaining.filter(isInside),
          (error) => error.schemaPath.slice(inside.length).split('/')[0],
        );
        const isOfOtherType = ({ keyword, instancePath }: SchemaError): boolean =>
          keyword === 'type' && instancePath === union.instancePath;
        const matchingBranches = [...branches.values()].filter((branch) => !branch.some(isOfOtherType));
        const nonNullBranches = [...branches.values()].filter((branch) => !branch.some(expectsNull));
        const reported = [matchingBranches, nonNullBranches].find((group) => group.length === 1)?.[0];
        return remaining.filter(
          (error) => (reported ? error !== union : true) && (!isInside(error) || reported?.includes(error)),
        );
      },
      [...errors],
    );
}

const expectsNull = (error: SchemaError): boolean => error.keyword === 'type' && error.params.type === 'null';

function violationsOf(error: SchemaError, valuePath: string): FieldViolation[] {
  const path = [valuePath, ...error.instancePath.split('/').slice(1)].filter((part) => part !== '').join('.');
  if (error.keyword === 'required') {
    return error.params.requiredProperties.map((name) => ({
      field: path === '' ? name : `${path}.${name}`,
      description: 'must be present',
      violatedRule: 'REQUIRED_FIELD',
      data: {},
    }));
  }
  // With `additionalProperties: false`, an unknown property is also reported as a violation of the schema `false`.
  if (error.keyword === 'boolean') return [];
  if (error.keyword === 'additionalProperties') {
    return error.params.additionalProperties.map((name) => ({
      field: path === '' ? name : `${path}.${name}`,
      description: 'is unknown here',
      violatedRule: 'OTHER',
      data: {},
    }));
  }
  const rule = RULES[error.keyword] ?? 'OTHER';
  return [
    { field: path === '' ? 'body' : path, description: error.message, violatedRule: rule, data: { ...error.params } },
  ];
}

const RULES: Readonly<Record<string, string>> = {
  type: 'WRONG_TYPE',
  minimum: 'MIN',
  maximum: 'MAX',
  exclusiveMinimum: 'MIN',
  minLength: 'MIN_LENGTH',
  maxLength: 'MAX_LENGTH',
  minItems: 'MIN_SIZE',
  maxItems: 'MAX_SIZE',
  format: 'FORMAT',
  pattern: 'FORMAT',
  const: 'NOT_ALLOWED_VALUE',
  enum: 'NOT_ALLOWED_VALUE',
  anyOf: 'NOT_ALLOWED_VALUE',
};
