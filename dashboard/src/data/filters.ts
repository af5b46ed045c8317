/** Filters as people choose them, and as the wire wants them (data contract, section 2). */
import { startOfDay } from '../ui/site-zone.ts';
import { type FieldKind, type FilterField, isText } from './field-kinds.ts';
import { wholeTime } from './field-values.ts';

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
  exists: 'was set, even to nothing',
  absent: 'was never set',
} as const;

export type Operator = keyof typeof operatorTitles;

export interface Filter {
  readonly field: string;
  readonly operator: Operator;
  /** as typed: numbers, days, texts; as many as the operator takes */
  readonly values: readonly string[];
  /** finds what does not fit the condition */
  readonly negated?: boolean;
}

export type Join = 'all' | 'any';

export interface FilterGroup {
  readonly join: Join;
  readonly negated?: boolean;
  readonly filters: readonly Filter[];
}

/** Conditions, and groups of conditions, all or any of which must fit. */
export interface FilterSet {
  readonly join: Join;
  readonly filters: readonly Filter[];
  readonly groups: readonly FilterGroup[];
}

export const NO_FILTERS: FilterSet = { join: 'all', filters: [], groups: [] };

export const isFiltered = ({ filters, groups }: FilterSet): boolean => filters.length + groups.length > 0;

const order: readonly Operator[] = ['more', 'atLeast', 'less', 'atMost', 'between', 'among'];
const presence: readonly Operator[] = ['empty', 'filled', 'exists', 'absent'];
const text: readonly Operator[] = ['contains', 'is', 'isNot', 'starts', 'ends', ...order, ...presence];
const days: readonly Operator[] = ['on', 'before', 'after', 'from', 'until', 'between'];

const operatorsByKind: Readonly<Record<FieldKind, readonly Operator[]>> = {
  text,
  longText: text,
  number: ['is', 'isNot', ...order, ...presence],
  boolean: ['yes', 'no', ...presence],
  date: [...days, 'among', ...presence],
  dateTime: [...days, ...presence],
  time: ['is', 'isNot', 'before', 'after', 'from', 'until', 'between', 'among', ...presence],
  list: ['hasSome', 'hasAll', 'contains', ...presence],
  reference: ['is', 'isNot', 'among', ...presence],
  links: ['hasSome', 'hasAll'],
  json: presence,
};

export const operatorsOf = (kind: FieldKind): readonly Operator[] => operatorsByKind[kind];

/** What the operator is called over values of the kind. */
export function operatorTitle(operator: Operator, kind: FieldKind): string {
  const own = isText(kind) ? textTitles : kind === 'time' ? timeTitles : {};
  return (own as Partial<Record<Operator, string>>)[operator] ?? operatorTitles[operator];
}

const textTitles: Partial<Record<Operator, string>> = {
  more: 'comes after',
  atLeast: 'is or comes after',
  less: 'comes before',
  atMost: 'is or comes before',
};
const timeTitles: Partial<Record<Operator, string>> = { from: 'is at or after', until: 'is at or before' };

const withoutValue: readonly Operator[] = ['yes', 'no', ...presence];
const withList: readonly Operator[] = ['among', 'hasSome', 'hasAll'];

/** how many values an operator takes */
export function valuesTaken(operator: Operator): 'none' | 'one' | 'two' | 'list' {
  if (withoutValue.includes(operator)) return 'none';
  if (withList.includes(operator)) return 'list';
  return operator === 'between' ? 'two' : 'one';
}

/** What is wrong with a filter, as a sentence; null where it can be asked. */
export function refusalOf(filter: Filter, kind: FieldKind): string | null {
  const filled = filter.values.filter((value) => value.trim() !== '');
  const taken = valuesTaken(filter.operator);
  if (taken === 'two' && filled.length < 2) return 'Enter both ends.';
  if (taken !== 'none' && filled.length === 0) return 'Enter a value.';
  return conditionOf(filter, kind) === null ? 'This does not fit the field.' : null;
}

export type Condition = Record<string, unknown>;

/** One filter as the wire's condition; null when a value does not fit (a half-typed number). */
export function conditionOf(filter: Filter, kind: FieldKind): Condition | null {
  const condition = plainCondition(filter, kind);
  return condition && filter.negated ? { $not: condition } : condition;
}

/** All filters joined; `{}` matches everything. Filters of fields that are gone are left out. */
export function wireFilter(
  { join, filters, groups }: FilterSet,
  kindOfField: (field: string) => FieldKind | undefined,
): Condition {
  const conditions = filters.flatMap((filter) => {
    const kind = kindOfField(filter.field);
    const condition = kind === undefined ? null : conditionOf(filter, kind);
    return condition === null ? [] : [condition];
  });
  const grouped = groups.flatMap((group) => {
    const condition = wireFilter({ ...group, groups: [] }, kindOfField);
    if (Object.keys(condition).length === 0) return [];
    return [group.negated ? { $not: condition } : condition];
  });
  const all = [...conditions, ...grouped];
  return all.length < 2 ? (all[0] ?? {}) : { [join === 'any' ? '$or' : '$and']: all };
}

/** The fields that can be filtered by, with those inside addresses. */
export const kindsOf = (fields: readonly FilterField[]): ((key: string) => FieldKind | undefined) => {
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

function plainCondition({ field, operator, values }: Filter, kind: FieldKind): Condition | null {
  switch (operator) {
    case 'empty':
      return emptiness(field, kind);
    case 'filled':
      return fullness(field, kind);
    case 'exists':
    case 'absent':
      return { [field]: { $exists: operator === 'exists' } };
    case 'yes':
    case 'no':
      return { [field]: operator === 'yes' };
    case 'on':
      return kind === 'dateTime' ? dayRange(field, values[0], values[0]) : bound(field, '$eq', kind, values[0]);
    case 'between': {
      if (kind === 'dateTime') return dayRange(field, values[0], values[1]);
      const ends = [bound(field, '$gte', kind, values[0]), bound(field, '$lte', kind, values[1])];
      return ends.includes(null) ? null : { $and: ends };
    }
    case 'among':
    case 'hasSome':
    case 'hasAll': {
      const list = values.map((value) => typedValue(kind, value));
      return list.length === 0 || list.includes(null) ? null : { [field]: { [wireOperators[operator]]: list } };
    }
    default:
      return kind === 'dateTime'
        ? beside(field, operator, values[0])
        : bound(field, wireOperators[operator], kind, values[0]);
  }
}

function bound(field: string, operator: string, kind: FieldKind, text: string | undefined): Condition | null {
  const value = typedValue(kind, text);
  return value === null ? null : { [field]: { [operator]: value } };
}

/** The value as the field holds it; null where the text is none. */
function typedValue(kind: FieldKind, text = ''): string | number | null {
  if (text.trim() === '') return null;
  if (kind === 'number') return Number.isFinite(Number(text)) ? Number(text) : null;
  if (kind === 'time') return /^\d\d:\d\d(:\d\d(\.\d{1,3})?)?$/.test(text) ? wholeTime(text) : null;
  if (kind === 'date') return startOfDay(text) ? text : null;
  return text;
}

/** Moments before or after a day, which begins and ends by the site's clock. */
function beside(field: string, operator: Operator, text: string | undefined): Condition | null {
  const day = startOfDay(text ?? '');
  if (!day) return null;
  if (operator === 'before') return { [field]: { $lt: dateValue(day) } };
  if (operator === 'from') return { [field]: { $gte: dateValue(day) } };
  return { [field]: { [operator === 'until' ? '$lt' : '$gte']: dateValue(startOfDay(text ?? '', 1) ?? day) } };
}

function dayRange(field: string, first: string | undefined, last: string | undefined): Condition | null {
  const [from, to] = [startOfDay(first ?? ''), startOfDay(last ?? '')];
  if (!from || !to) return null;
  return {
    $and: [{ [field]: { $gte: dateValue(from) } }, { [field]: { $lt: dateValue(startOfDay(last ?? '', 1) ?? to) } }],
  };
}

/** Nothing there: missing, null, and for texts and lists also one without content. */
function emptiness(field: string, kind: FieldKind): Condition {
  const missing = { [field]: { $eq: null } };
  return hasContent(kind) ? { $or: [missing, { [field]: { $isEmpty: true } }] } : missing;
}

function fullness(field: string, kind: FieldKind): Condition {
  const there = { [field]: { $ne: null } };
  return hasContent(kind) ? { $and: [there, { [field]: { $isEmpty: false } }] } : there;
}

const hasContent = (kind: FieldKind): boolean => isText(kind) || kind === 'list';

const dateValue = (at: Date): { $date: string } => ({ $date: at.toISOString() });
