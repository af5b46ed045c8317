/** Filter, search and order of a members query → SQL conditions with bound values. */
import { type RawBuilder, sql } from 'kysely';
import { ViolationError } from '../../kernel/app-error.ts';
import { isGuid } from '../../kernel/ids.ts';
import { identityStatusOf } from './status.ts';

type Condition = RawBuilder<boolean>;

interface Field {
  readonly column: RawBuilder<unknown>;
  readonly kind: 'text' | 'uuid' | 'time';
  /** staff only: a visitor could otherwise ask whether an address is registered */
  readonly hidden: boolean;
  readonly sortable: boolean;
  /** wire value → stored value */
  readonly stored?: (value: string) => string;
}

const detail = (name: string): RawBuilder<unknown> => sql`details->>${sql.lit(name)}`;
const text = (column: RawBuilder<unknown>, hidden: boolean, sortable = true): Field => ({
  column,
  kind: 'text',
  hidden,
  sortable,
});

const FIELDS: Readonly<Record<string, Field>> = {
  id: { column: sql`id`, kind: 'uuid', hidden: false, sortable: true },
  'profile.slug': text(sql`slug`, false),
  'profile.nickname': text(detail('nickname'), false),
  createdDate: { column: sql`created_at`, kind: 'time', hidden: false, sortable: true },
  updatedDate: { column: sql`updated_at`, kind: 'time', hidden: false, sortable: true },
  lastLoginDate: { column: sql`last_login_at`, kind: 'time', hidden: true, sortable: true },
  loginEmail: { ...text(sql`login_email`, true), stored: (value) => value.trim().toLowerCase() },
  status: { ...text(sql`status`, true), stored: identityStatusOf },
  privacyStatus: text(sql`privacy_status`, true),
  activityStatus: text(sql`activity_status`, true),
  'contact.firstName': text(detail('firstName'), true),
  'contact.lastName': text(detail('lastName'), true),
  'contact.company': text(detail('company'), true),
  'contact.jobTitle': text(detail('position'), true),
  contactId: { column: sql`id`, kind: 'uuid', hidden: true, sortable: true },
};

const COMPARISONS: Readonly<Record<string, RawBuilder<unknown>>> = {
  $eq: sql`=`,
  $lt: sql`<`,
  $lte: sql`<=`,
  $gt: sql`>`,
  $gte: sql`>=`,
};

const MOST_DEPTH = 10;
const MOST_VALUES = 100;

/** @throws ViolationError pointing at the field or operator that cannot be used */
export function filterToSql(filter: unknown, seesAll: boolean, at = 'query.filter', depth = 0): Condition {
  if (depth > MOST_DEPTH) throw violation(at, 'is nested too deeply');
  const conditions = Object.entries(objectAt(filter ?? {}, at)).map(([key, value]) => {
    const here = `${at}.${key}`;
    if (key === '$and' || key === '$or') {
      const parts = listAt(value, here).map((part, index) => filterToSql(part, seesAll, `${here}.${index}`, depth + 1));
      return join(parts, key === '$and' ? 'and' : 'or');
    }
    if (key === '$not') return sql<boolean>`not coalesce(${filterToSql(value, seesAll, here, depth + 1)}, false)`;
    return fieldCondition(fieldAt(key, here, seesAll), value, here);
  });
  return join(conditions, 'and');
}

export interface Search {
  readonly expression?: string;
  /** names of fields to look in; all that can be searched where none are named */
  readonly fields?: readonly string[];
}

const PUBLIC_TEXTS = ['profile.nickname', 'profile.slug'];
const STAFF_TEXTS = [...PUBLIC_TEXTS, 'loginEmail', 'contact.firstName', 'contact.lastName', 'contact.company'];

/**
 * True where a name, the slug or (for staff) the login address holds the text, in any case.
 * @throws ViolationError for a field that cannot be searched, or not by this caller
 */
export function searchToSql({ expression, fields = [] }: Search = {}, seesAll = false): Condition {
  const wanted = expression?.trim();
  if (!wanted) return sql<boolean>`true`;
  const pattern = `%${wanted.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const named = fields.map((name, index) => {
    const at = `search.fields.${index}`;
    const field = fieldAt(name, at, seesAll);
    if (field.kind !== 'text') throw violation(at, 'is not a text that can be searched');
    return field;
  });
  const searched =
    named.length > 0 ? named : (seesAll ? STAFF_TEXTS : PUBLIC_TEXTS).map((name) => FIELDS[name] as Field);
  return join(
    searched.map(({ column }) => sql<boolean>`${column} ilike ${pattern}`),
    'or',
  );
}

/** Newest first where nothing is asked. */
export function sortToSql(
  sort: readonly { fieldName: string; order?: string }[] | undefined,
  seesAll: boolean,
): RawBuilder<unknown> {
  if (!sort || sort.length === 0) return sql`created_at desc`;
  const terms = sort.map(({ fieldName, order }, index) => {
    const field = fieldAt(fieldName, `query.sort.${index}.fieldName`, seesAll);
    return order === 'DESC' ? sql`${field.column} desc nulls last` : sql`${field.column} asc nulls last`;
  });
  return sql.join(terms, sql`, `);
}

function fieldCondition(field: Field, value: unknown, at: string): Condition {
  if (typeof value !== 'object' || value === null) return comparison(field, '$eq', value, at);
  const parts = Object.entries(value).map(([operator, operand]) =>
    comparison(field, operator, operand, `${at}.${operator}`),
  );
  return join(parts, 'and');
}

function comparison({ column, ...field }: Field, operator: string, operand: unknown, at: string): Condition {
  if (operator === '$eq' && operand === null) return sql<boolean>`${column} is null`;
  if (operator === '$ne') {
    return operand === null
      ? sql<boolean>`${column} is not null`
      : sql<boolean>`${column} is distinct from ${valueAt(field, operand, at)}`;
  }
  if (operator === '$exists') return operand ? sql<boolean>`${column} is not null` : sql<boolean>`${column} is null`;
  if (operator === '$in' || operator === '$hasSome') {
    const values = listAt(operand, at).map((item) => textAt(field, item, at));
    return sql<boolean>`${column} = any(${values}::${sql.raw(TYPES[field.kind])}[])`;
  }
  if (operator === '$startsWith' || operator === '$contains') {
    if (field.kind !== 'text') throw violation(at, 'cannot be used on this field');
    const wanted = textAt(field, operand, at);
    return operator === '$startsWith'
      ? sql<boolean>`starts_with(${column}, ${wanted}::text)`
      : sql<boolean>`strpos(${column}, ${wanted}::text) > 0`;
  }
  const sign = COMPARISONS[operator];
  if (!sign || !Object.hasOwn(COMPARISONS, operator)) throw violation(at, 'is not an operator that members know');
  return sql<boolean>`${column} ${sign} ${valueAt(field, operand, at)}`;
}

const TYPES = { text: 'text', uuid: 'uuid', time: 'timestamptz' } as const;
type Typed = Pick<Field, 'kind' | 'stored'>;

const valueAt = (field: Typed, value: unknown, at: string): RawBuilder<unknown> =>
  sql`${textAt(field, value, at)}::${sql.raw(TYPES[field.kind])}`;

/** The value as text that PostgreSQL's cast to the field's type takes. */
function textAt(field: Typed, value: unknown, at: string): string {
  const given = typeof value === 'object' && value !== null && '$date' in value ? value.$date : value;
  if (typeof given !== 'string' || given.includes('\0')) throw violation(at, 'must be a text');
  if (field.kind === 'uuid' && !isGuid(given)) {
    throw violation(at, 'must be a GUID');
  }
  if (field.kind === 'time') {
    const time = new Date(given);
    if (Number.isNaN(time.getTime())) throw violation(at, 'must be an ISO date');
    return time.toISOString();
  }
  return field.stored ? field.stored(given) : given;
}

function fieldAt(name: string, at: string, seesAll: boolean): Field {
  const known = FIELDS[name.replace(/^_(id|createdDate|updatedDate)$/, '$1')];
  if (!known || !Object.hasOwn(FIELDS, name.replace(/^_/, ''))) {
    throw violation(at, 'is not a field that members can be filtered or sorted by');
  }
  if (known.hidden && !seesAll) throw violation(at, 'can be used by staff of the site only');
  return known;
}

function objectAt(value: unknown, at: string): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw violation(at, 'must be an object');
  return value;
}

function listAt(value: unknown, at: string): unknown[] {
  if (!Array.isArray(value) || value.length > MOST_VALUES) {
    throw violation(at, `must be a list of at most ${MOST_VALUES}`);
  }
  return value;
}

const join = (conditions: Condition[], word: 'and' | 'or'): Condition =>
  conditions.length === 0
    ? sql<boolean>`${sql.lit(word === 'and')}`
    : sql<boolean>`(${sql.join(conditions, sql.raw(` ${word} `))})`;

const violation = (field: string, description: string) =>
  new ViolationError([{ field, description, violatedRule: 'NOT_ALLOWED_VALUE' }]);
