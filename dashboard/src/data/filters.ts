/** Filters as users choose them, and their conditions on the wire (data contract, section 2). */
import { startOfDay } from '../ui/site-zone.ts';
import { type FieldKind, type FilterField, isText } from './field-kinds.ts';
import { withMilliseconds } from './field-values.ts';

export const operatorTitles = {
  contains: 'contains',
  is: 'is',
  isNot: 'is not',
  starts: 'starts with',
  ends: 'ends with',
  more: 'is more than',
  atLeast: 'is at least',
  less: 'is less than',
  atMost: 'is at most',
  between: 'is between',
  among: 'is one of',
  on: 'is on',
  before: 'is before',
  after: 'is after',
  from: 'is on or after',
  until: 'is on or before',
  yes: 'is yes',
  no: 'is no',
  hasSome: 'has any of',
  hasAll: 'has all of',
  empty: 'is empty',
  filled: 'is not empty',
  exists: 'is present, even if empty',
  absent: 'is not present',
} as const;

export type Operator = keyof typeof operatorTitles;

export interface Filter {
  readonly field: string;
  readonly operator: Operator;
  /** The operands as the user typed them: numbers, days or texts. The operator determines their number. */
  readonly values: readonly string[];
  /** True if the filter matches the items that do not fulfill the condition. */
  readonly negated?: boolean;
}

export type Join = 'all' | 'any';

export interface FilterGroup {
  readonly join: Join;
  readonly negated?: boolean;
  readonly filters: readonly Filter[];
}

/** Filters and groups of filters. Either all or any of them must match. */
export interface FilterSet {
  readonly join: Join;
  readonly filters: readonly Filter[];
  readonly groups: readonly FilterGroup[];
}

export const NO_FILTERS: FilterSet = { join: 'all', filters: [], groups: [] };

export const isFiltered = ({ filters, groups }: FilterSet): boolean => filters.length + groups.length > 0;

const order: readonly Operator[] = ['more', 'atLeast', 'less', 'atMost', 'between', 'among'];
const presenceOperators: readonly Operator[] = ['empty', 'filled', 'exists', 'absent'];
const text: readonly Operator[] = ['contains', 'is', 'isNot', 'starts', 'ends', ...order, ...presenceOperators];
const dayOperators: readonly Operator[] = ['on', 'before', 'after', 'from', 'until', 'between'];

const operatorsByKind: Readonly<Record<FieldKind, readonly Operator[]>> = {
  text,
  longText: text,
  number: ['is', 'isNot', ...order, ...presenceOperators],
  boolean: ['yes', 'no', ...presenceOperators],
  date: [...dayOperators, 'among', ...presenceOperators],
  dateTime: [...dayOperators, ...presenceOperators],
  time: ['is', 'isNot', 'before', 'after', 'from', 'until', 'between', 'among', ...presenceOperators],
  list: ['hasSome', 'hasAll', 'contains', ...presenceOperators],
  reference: ['is', 'isNot', 'among', ...presenceOperators],
  links: ['hasSome', 'hasAll'],
  json: presenceOperators,
};

export const operatorsOf = (kind: FieldKind): readonly Operator[] => operatorsByKind[kind];

/** Returns the title of an operator for values of a kind. */
export function operatorTitleOf(operator: Operator, kind: FieldKind): string {
  const kindTitles = isText(kind) ? textOperatorTitles : kind === 'time' ? timeOperatorTitles : {};
  return (kindTitles as Partial<Record<Operator, string>>)[operator] ?? operatorTitles[operator];
}

const textOperatorTitles: Partial<Record<Operator, string>> = {
  more: 'comes after',
  atLeast: 'is or comes after',
  less: 'comes before',
  atMost: 'is or comes before',
};
const timeOperatorTitles: Partial<Record<Operator, string>> = { from: 'is at or after', until: 'is at or before' };

const operatorsWithoutValue: readonly Operator[] = ['yes', 'no', ...presenceOperators];
const listOperators: readonly Operator[] = ['among', 'hasSome', 'hasAll'];

/** Returns how many values an operator takes. */
export function valueCountOf(operator: Operator): 'none' | 'one' | 'two' | 'list' {
  if (operatorsWithoutValue.includes(operator)) return 'none';
  if (listOperators.includes(operator)) return 'list';
  return operator === 'between' ? 'two' : 'one';
}

/** Validates a filter. Returns an error message, or null if the filter is valid. */
export function validateFilter(filter: Filter, kind: FieldKind): string | null {
  const filled = filter.values.filter((value) => value.trim() !== '');
  const neededValues = valueCountOf(filter.operator);
  if (neededValues === 'two' && filled.length < 2) return 'Enter both values.';
  if (neededValues !== 'none' && filled.length === 0) return 'Enter a value.';
  return conditionOf(filter, kind) === null ? 'This value does not match the type of the field.' : null;
}

export type Condition = Record<string, unknown>;

/** Returns the condition of a filter on the wire, or null if a value is invalid. */
export function conditionOf(filter: Filter, kind: FieldKind): Condition | null {
  const condition = conditionWithoutNegation(filter, kind);
  return condition && filter.negated ? { $not: condition } : condition;
}

/** Joins all filters to one wire condition. Omits invalid filters and filters on unknown fields. `{}` matches all. */
export function toWireFilter(
  { join, filters, groups }: FilterSet,
  kindOfField: (field: string) => FieldKind | undefined,
): Condition {
  const conditions = filters.flatMap((filter) => {
    const kind = kindOfField(filter.field);
    const condition = kind === undefined ? null : conditionOf(filter, kind);
    return condition === null ? [] : [condition];
  });
  const grouped = groups.flatMap((group) => {
    const condition = toWireFilter({ ...group, groups: [] }, kindOfField);
    if (Object.keys(condition).length === 0) return [];
    return [group.negated ? { $not: condition } : condition];
  });
  const all = [...conditions, ...grouped];
  return all.length < 2 ? (all[0] ?? {}) : { [join === 'any' ? '$or' : '$and']: all };
}

/** Returns a function from field keys, including parts of addresses, to their kinds. */
export const createKindLookup = (fields: readonly FilterField[]): ((key: string) => FieldKind | undefined) => {
  const byKey = new Map(fields.map(({ key, kind }) => [key, kind]));
  return (key) => byKey.get(key);
};

const wireOperators = {
  contains: '$contains',
  is: '$eq',
  isNot: '$ne',
  starts: '$startsWith',
  ends: '$endsWith',
  more: '$gt',
  atLeast: '$gte',
  less: '$lt',
  atMost: '$lte',
  among: '$in',
  before: '$lt',
  after: '$gt',
  from: '$gte',
  until: '$lte',
  hasSome: '$hasSome',
  hasAll: '$hasAll',
} as const;

function conditionWithoutNegation({ field, operator, values }: Filter, kind: FieldKind): Condition | null {
  switch (operator) {
    case 'empty':
      return conditionForEmpty(field, kind);
    case 'filled':
      return conditionForFilled(field, kind);
    case 'exists':
    case 'absent':
      return { [field]: { $exists: operator === 'exists' } };
    case 'yes':
    case 'no':
      return { [field]: operator === 'yes' };
    case 'on':
      return kind === 'dateTime'
        ? conditionWithinDays(field, values[0], values[0])
        : compareWith(field, '$eq', kind, values[0]);
    case 'between': {
      if (kind === 'dateTime') return conditionWithinDays(field, values[0], values[1]);
      const rangeConditions = [
        compareWith(field, '$gte', kind, values[0]),
        compareWith(field, '$lte', kind, values[1]),
      ];
      return rangeConditions.includes(null) ? null : { $and: rangeConditions };
    }
    case 'among':
    case 'hasSome':
    case 'hasAll': {
      const list = values.map((value) => parseTyped(kind, value));
      return list.length === 0 || list.includes(null) ? null : { [field]: { [wireOperators[operator]]: list } };
    }
    default:
      return kind === 'dateTime'
        ? compareWithDay(field, operator, values[0])
        : compareWith(field, wireOperators[operator], kind, values[0]);
  }
}

function compareWith(field: string, operator: string, kind: FieldKind, text: string | undefined): Condition | null {
  const value = parseTyped(kind, text);
  return value === null ? null : { [field]: { [operator]: value } };
}

/** Converts typed text to a value of the field. Returns null if the text is invalid. */
function parseTyped(kind: FieldKind, text = ''): string | number | null {
  if (text.trim() === '') return null;
  if (kind === 'number') return Number.isFinite(Number(text)) ? Number(text) : null;
  if (kind === 'time') return /^\d\d:\d\d(:\d\d(\.\d{1,3})?)?$/.test(text) ? withMilliseconds(text) : null;
  if (kind === 'date') return startOfDay(text) ? text : null;
  return text;
}

/** Returns a condition for dates before or after a day in the time zone of the site. */
function compareWithDay(field: string, operator: Operator, text: string | undefined): Condition | null {
  const day = startOfDay(text ?? '');
  if (!day) return null;
  if (operator === 'before') return { [field]: { $lt: toDateValue(day) } };
  if (operator === 'from') return { [field]: { $gte: toDateValue(day) } };
  return { [field]: { [operator === 'until' ? '$lt' : '$gte']: toDateValue(startOfDay(text ?? '', 1) ?? day) } };
}

function conditionWithinDays(field: string, first: string | undefined, last: string | undefined): Condition | null {
  const [from, to] = [startOfDay(first ?? ''), startOfDay(last ?? '')];
  if (!from || !to) return null;
  return {
    $and: [
      { [field]: { $gte: toDateValue(from) } },
      { [field]: { $lt: toDateValue(startOfDay(last ?? '', 1) ?? to) } },
    ],
  };
}

/** Returns a condition that matches missing and null values, and empty strings and lists. */
function conditionForEmpty(field: string, kind: FieldKind): Condition {
  const missing = { [field]: { $eq: null } };
  return hasContent(kind) ? { $or: [missing, { [field]: { $isEmpty: true } }] } : missing;
}

function conditionForFilled(field: string, kind: FieldKind): Condition {
  const notNull = { [field]: { $ne: null } };
  return hasContent(kind) ? { $and: [notNull, { [field]: { $isEmpty: false } }] } : notNull;
}

const hasContent = (kind: FieldKind): boolean => isText(kind) || kind === 'list';

const toDateValue = (date: Date): { $date: string } => ({ $date: date.toISOString() });
