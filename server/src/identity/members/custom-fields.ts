/** Checks values of the custom profile fields that a site defines (setting `members.fields`). */
import { type FieldViolation, ViolationError } from '../../kernel/app-error.ts';
import type { Site } from '../../kernel/ctx.ts';

export type MemberField = Site['settings']['members']['fields'][number];

/** A stored value. The member's details hold it under the key of its field. */
export interface CustomField {
  /** The name of the field when the value was written. */
  name: string;
  /** Stored for dates only. All other types follow from the JSON value. */
  type?: 'DATE';
  value: unknown;
}

const MAX_CHARACTERS = 10_000;
const MAX_ENTRIES = 100;
const MAX_ENTRY_CHARACTERS = 1_000;

/**
 * Returns the values to store by field key, with null for a value to clear (received as null, an empty string or an
 * empty list). The input names a field by its key or its name. Fields that the site does not define are dropped, as in
 * the vendor's service. Unless `isStaff` is true, fields that only staff may edit are dropped, too: a member can send
 * back a profile unchanged, but cannot assign such a field (mass assignment).
 * @param path path of the map in the request, for violations
 * @throws ViolationError naming each field whose value has the wrong type
 */
export function checkCustomFields(
  fields: readonly MemberField[],
  input: Readonly<Record<string, unknown>>,
  { isStaff, path = 'customFields' }: { readonly isStaff: boolean; readonly path?: string },
): Record<string, CustomField | null> {
  const violations: FieldViolation[] = [];
  const checkedFields: Record<string, CustomField | null> = {};
  for (const [keyOrName, value] of Object.entries(input)) {
    const field = fields.find(({ key }) => key === keyOrName) ?? fields.find(({ name }) => name === keyOrName);
    if (!field || !(isStaff || field.editableByMember)) continue;
    const read = isEmpty(value) ? null : READERS[field.type](value, field);
    if (read === undefined) {
      const description = `must be ${EXPECTED_VALUES[field.type]}`;
      const data = { type: field.type };
      violations.push({ field: `${path}.${keyOrName}`, description, violatedRule: 'WRONG_TYPE', data });
    } else {
      checkedFields[field.key] = read === null ? null : { name: field.name, ...typeOf(field), value: read };
    }
  }
  if (violations.length > 0) throw new ViolationError(violations);
  return checkedFields;
}

/** Returns the stored custom fields after a change: null clears a field, omitted fields stay. */
export function mergeCustomFields(
  stored: Readonly<Record<string, CustomField>> | undefined,
  changes: Readonly<Record<string, CustomField | null>>,
): Record<string, CustomField> | undefined {
  const merged = Object.entries({ ...stored, ...changes }).filter(
    (entry): entry is [string, CustomField] => entry[1] !== null,
  );
  return merged.length > 0 ? Object.fromEntries(merged) : undefined;
}

export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

const typeOf = ({ type }: MemberField): { type?: 'DATE' } => (type === 'DATE' ? { type } : {});

type Reader = (value: unknown, field: MemberField) => string | number | boolean | readonly string[] | undefined;

/**
 * For each type of field, the function that returns the value to store, or undefined if a value has the wrong type.
 * Numbers and booleans may be strings, because forms send them so.
 */
const READERS: Readonly<Record<MemberField['type'], Reader>> = {
  TEXT: (value) => (typeof value === 'string' && value.length <= MAX_CHARACTERS ? value : undefined),
  NUMBER: (value) => {
    const number = typeof value === 'string' ? Number(value) : value;
    return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
  },
  DATE: (value) => (typeof value === 'string' && isDate(value) ? value : undefined),
  BOOLEAN: (value) => {
    if (typeof value === 'boolean') return value;
    return value === 'true' ? true : value === 'false' ? false : undefined;
  },
  CHOICE: (value, { choices }) => choices?.find((choice) => choice === value),
  URL: (value) => (typeof value === 'string' && isWebAddress(value) ? value : undefined),
  LIST: (value) => (Array.isArray(value) && value.length <= MAX_ENTRIES && value.every(isEntry) ? value : undefined),
};

const EXPECTED_VALUES: Readonly<Record<MemberField['type'], string>> = {
  TEXT: `a text of at most ${MAX_CHARACTERS} characters`,
  NUMBER: 'a number',
  DATE: 'a date as YYYY-MM-DD, with or without a time',
  BOOLEAN: 'true or false',
  CHOICE: 'one of the choices of the field',
  URL: 'an address that begins with http:// or https://',
  LIST: `a list of at most ${MAX_ENTRIES} texts`,
};

/** Accepts a calendar date, alone or with a time and zone. */
function isDate(text: string): boolean {
  const [, day] = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/.exec(text) ?? [];
  if (!day || Number.isNaN(Date.parse(text))) return false;
  // Date turns 31 February into 2 or 3 March instead of rejecting it.
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

/**
 * Accepts only http(s) addresses. Threat: pages show the value as a link, and a `javascript:` URL would run in the
 * session of the person who clicks it.
 */
function isWebAddress(text: string): boolean {
  return text.length <= 2_048 && /^https?:\/\//i.test(text) && URL.canParse(text);
}

const isEntry = (entry: unknown): entry is string => typeof entry === 'string' && entry.length <= MAX_ENTRY_CHARACTERS;
