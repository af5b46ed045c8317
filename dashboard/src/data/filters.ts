/** Filters as people choose them, as the address bar keeps them, and as the wire wants them (data contract, section 2). */
import type { FieldKind } from './field-kinds.ts';
import { wholeTime } from './field-values.ts';

export interface Filter {
  readonly field: string;
  readonly operator: Operator;
  /** as typed: a number, a day, a text; '' where the operator takes none */
  readonly value: string;
}

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
  on: 'is on',
  before: 'is before',
  after: 'is after',
  yes: 'is yes',
  no: 'is no',
  has: 'has the entry',
  empty: 'is empty',
  filled: 'is not empty',
} as const;

export type Operator = keyof typeof operatorTitles;

const text: readonly Operator[] = ['contains', 'is', 'isNot', 'starts', 'ends', 'empty', 'filled'];

const operatorsByKind: Readonly<Record<FieldKind, readonly Operator[]>> = {
  text,
  longText: text,
  number: ['is', 'isNot', 'more', 'atLeast', 'less', 'atMost', 'empty', 'filled'],
  boolean: ['yes', 'no', 'empty'],
  date: ['on', 'before', 'after', 'empty', 'filled'],
  dateTime: ['on', 'before', 'after', 'empty', 'filled'],
  time: ['is', 'before', 'after', 'empty', 'filled'],
  list: ['has', 'empty', 'filled'],
  reference: ['is', 'isNot', 'empty', 'filled'],
  links: ['has'],
  json: ['empty', 'filled'],
};

export const operatorsOf = (kind: FieldKind): readonly Operator[] => operatorsByKind[kind];

const withoutValue: readonly Operator[] = ['empty', 'filled', 'yes', 'no'];
export const takesValue = (operator: Operator): boolean => !withoutValue.includes(operator);

/** One filter as the wire's condition; null when the value does not fit (a half-typed number). */
export function conditionOf({ field, operator, value }: Filter, kind: FieldKind): Condition | null {
  switch (operator) {
    case 'empty':
      return emptiness(field, kind);
    case 'filled':
      return fullness(field, kind);
    case 'yes':
      return { [field]: true };
    case 'no':
      return { [field]: false };
    case 'has':
      return { [field]: { $hasSome: [value] } };
    case 'on':
      return kind === 'dateTime' ? dayOf(field, value) : { [field]: value };
    default: {
      const bound = boundOf(operator, kind, value);
      return bound === null ? null : { [field]: { [wireOperators[operator]]: bound } };
    }
  }
}

/** All filters joined; `{}` matches everything. */
export function wireFilter(
  filters: readonly Filter[],
  kindOfField: (field: string) => FieldKind | undefined,
): Condition {
  const conditions = filters.flatMap((filter) => {
    const kind = kindOfField(filter.field);
    const condition = kind === undefined ? null : conditionOf(filter, kind);
    return condition === null ? [] : [condition];
  });
  return conditions.length < 2 ? (conditions[0] ?? {}) : { $and: conditions };
}

/** `field~operator~value`, for the address bar. */
export const formatFilter = ({ field, operator, value }: Filter): string =>
  [encodeURIComponent(field).replaceAll('~', '%7E'), operator, value].join('~');

/** The way back; null when the text is none of ours. */
export function parseFilter(text: string): Filter | null {
  const [field, operator, ...value] = text.split('~');
  if (!field || !operator || !Object.hasOwn(operatorTitles, operator)) return null;
  try {
    return { field: decodeURIComponent(field), operator: operator as Operator, value: value.join('~') };
  } catch {
    return null;
  }
}

type Condition = Record<string, unknown>;

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
  before: '$lt',
  after: '$gt',
} as const;

function boundOf(operator: Operator, kind: FieldKind, value: string): unknown {
  if (kind === 'number') return value.trim() === '' || Number.isNaN(Number(value)) ? null : Number(value);
  if (kind === 'time') return wholeTime(value);
  if (kind !== 'dateTime') return value;
  const day = localDay(value);
  // “after Monday” leaves Monday out: it begins with Tuesday's first moment, of which the wire's $gt needs the one before
  return day && dateValue(operator === 'after' ? new Date(nextDay(day).getTime() - 1) : day);
}

function dayOf(field: string, value: string): Condition | null {
  const day = localDay(value);
  return day && { $and: [{ [field]: { $gte: dateValue(day) } }, { [field]: { $lt: dateValue(nextDay(day)) } }] };
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

const hasContent = (kind: FieldKind): boolean => kind === 'text' || kind === 'longText' || kind === 'list';

/** the first moment of `YYYY-MM-DD` where the reader is */
function localDay(value: string): Date | null {
  const at = new Date(`${value}T00:00:00`);
  return Number.isNaN(at.getTime()) ? null : at;
}

const nextDay = (day: Date): Date => new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1);
const dateValue = (at: Date): { $date: string } => ({ $date: at.toISOString() });
