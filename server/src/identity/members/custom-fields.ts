/** Profile fields that the owner of a site has added (site settings, `members.fields`): what may be stored in them. Pure. */
import { type FieldViolation, ViolationError } from '../../kernel/app-error.ts';
import type { Site } from '../../kernel/ctx.ts';

export type MemberField = Site['settings']['members']['fields'][number];

/** A value as stored, under the key of its field. */
export interface CustomField {
  /** of the field, when the value was written */
  name: string;
  /** DATE alone is noted: among texts a date cannot be told apart */
  type?: 'DATE';
  value: unknown;
}

const MOST_CHARACTERS = 10_000;
const MOST_ENTRIES = 100;
const MOST_ENTRY_CHARACTERS = 1_000;

/**
 * The values to store, by key; null for one that is to be cleared (sent as null, an empty text or an empty list). A
 * field may be named by its key or its name. Fields that the site does not define are dropped, as the vendor's service
 * does; so are those that staff alone fill in, unless `byStaff`: a member who sends back a profile as read changes
 * nothing by it, and nobody gives a rank to themself (mass assignment).
 * @param at path of the map in the request, for violations
 * @throws ViolationError naming each field whose value is of another type
 */
export function checkedCustomFields(
  fields: readonly MemberField[],
  given: Readonly<Record<string, unknown>>,
  { byStaff, at = 'customFields' }: { readonly byStaff: boolean; readonly at?: string },
): Record<string, CustomField | null> {
  const violations: FieldViolation[] = [];
  const checked: Record<string, CustomField | null> = {};
  for (const [sent, value] of Object.entries(given)) {
    const field = fields.find(({ key }) => key === sent) ?? fields.find(({ name }) => name === sent);
    if (!field || !(byStaff || field.editableByMember)) continue;
    const read = isNothing(value) ? null : READERS[field.type](value, field);
    if (read === undefined) {
      const description = `must be ${WANTED[field.type]}`;
      violations.push({ field: `${at}.${sent}`, description, violatedRule: 'WRONG_TYPE', data: { type: field.type } });
    } else {
      checked[field.key] = read === null ? null : { name: field.name, ...typeOf(field), value: read };
    }
  }
  if (violations.length > 0) throw new ViolationError(violations);
  return checked;
}

/** Stored custom fields after a change: null clears, what is not named stays. */
export function mergedCustomFields(
  stored: Readonly<Record<string, CustomField>> | undefined,
  changes: Readonly<Record<string, CustomField | null>>,
): Record<string, CustomField> | undefined {
  const merged = Object.entries({ ...stored, ...changes }).filter(
    (entry): entry is [string, CustomField] => entry[1] !== null,
  );
  return merged.length > 0 ? Object.fromEntries(merged) : undefined;
}

export const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

const typeOf = ({ type }: MemberField): { type?: 'DATE' } => (type === 'DATE' ? { type } : {});

type Reader = (value: unknown, field: MemberField) => string | number | boolean | readonly string[] | undefined;

/** Value → the one to store, undefined for one that does not fit. A form sends texts: numbers and yes or no are read from them. */
const READERS: Readonly<Record<MemberField['type'], Reader>> = {
  TEXT: (value) => (typeof value === 'string' && value.length <= MOST_CHARACTERS ? value : undefined),
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
  LIST: (value) => (Array.isArray(value) && value.length <= MOST_ENTRIES && value.every(isEntry) ? value : undefined),
};

const WANTED: Readonly<Record<MemberField['type'], string>> = {
  TEXT: `a text of at most ${MOST_CHARACTERS} characters`,
  NUMBER: 'a number',
  DATE: 'a date as YYYY-MM-DD, with or without a time',
  BOOLEAN: 'true or false',
  CHOICE: 'one of the choices of the field',
  URL: 'an address that begins with http:// or https://',
  LIST: `a list of at most ${MOST_ENTRIES} texts`,
};

/** A day that the calendar has, alone or with a time and zone. */
function isDate(text: string): boolean {
  const [, day] = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/.exec(text) ?? [];
  if (!day || Number.isNaN(Date.parse(text))) return false;
  // 31 February rolls over to March instead of being refused.
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

/** Pages show it as a link: a `javascript:` address would run as whoever looks at the profile. */
function isWebAddress(text: string): boolean {
  return text.length <= 2_048 && /^https?:\/\//i.test(text) && URL.canParse(text);
}

const isEntry = (entry: unknown): entry is string => typeof entry === 'string' && entry.length <= MOST_ENTRY_CHARACTERS;
