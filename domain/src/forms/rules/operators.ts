/**
 * Implements the operators of conditions (forms contract section 6). An operator throws if it does not support its
 * operand.
 */
import { isObject } from '../model.ts';
import { addMonths, parseDateOptionalTime, parseTime } from '../values/dates.ts';

/** `value` is the value in the form (undefined if empty), `operand` the value in the condition. */
type Operator = (value: unknown, operand: unknown, now: Date) => boolean;

/** Thrown for an operand of an unsupported type. The rule is then inactive. */
export class OperandError extends Error {}

const negate =
  (operator: Operator): Operator =>
  (value, operand, now) =>
    !operator(value, operand, now);

const orEqual =
  (operator: Operator): Operator =>
  (value, operand, now) =>
    isEmpty(value) ? false : operator(value, operand, now) || orderOf(value) === orderOf(operand);

const equal: Operator = (value, operand) => comparableValue(value) === operand || (isEmpty(value) && isEmpty(operand));
const less: Operator = (value, operand) => !isEmpty(value) && orderOf(value) < orderOf(operand);
const greater: Operator = (value, operand) => !isEmpty(value) && orderOf(value) > orderOf(operand);

/** Compares lists as multisets: the order does not matter, the number of occurrences does. */
const arrayEqual: Operator = (value, operand) => {
  if (isEmpty(value)) return false;
  const rest = [...toList(operand)];
  const members = toList(value).map(identityOf);
  if (members.length !== rest.length) return false;
  return members.every((item) => {
    const found = rest.indexOf(item);
    if (found !== -1) rest.splice(found, 1);
    return found !== -1;
  });
};

const contains: Operator = (value, operand) => !isEmpty(value) && hasMember(value, operand);
const isIn: Operator = (value, operand) => hasMember(operand, isEmpty(value) ? undefined : value);
const compareDays =
  (matches: (date: number, limit: number) => boolean, direction: 1 | -1): Operator =>
  (value, operand, now) =>
    !isEmpty(value) && matches(dayOf(orderOf(value)), shiftDay(operand, direction, now));

export const operators = {
  EQUAL: equal,
  NOT_EQUAL: negate(equal),
  EMPTY: (value) => isEmpty(value),
  NOT_EMPTY: (value) => !isEmpty(value),
  CONTAINS: contains,
  NOT_CONTAINS: negate(contains),
  LESS_THAN: less,
  LESS_THAN_OR_EQUALS: orEqual(less),
  GREATER_THAN: greater,
  GREATER_THAN_OR_EQUALS: orEqual(greater),
  BEFORE: less,
  BEFORE_OR_EQUAL: orEqual(less),
  AFTER: greater,
  AFTER_OR_EQUAL: orEqual(greater),
  BETWEEN: (value, operand) => {
    if (isEmpty(value)) return false;
    if (!Array.isArray(operand) || operand.length !== 2) throw new OperandError('BETWEEN takes two values');
    const [a, b] = operand.map(orderOf) as [number, number];
    return orderOf(value) > Math.min(a, b) && orderOf(value) < Math.max(a, b);
  },
  ANY: (value, operand) => {
    if (isEmpty(value)) return false;
    const operands = new Set(toList(operand));
    return (Array.isArray(value) ? value : [value]).some((item) => operands.has(identityOf(item)));
  },
  ARRAY_EQUAL: arrayEqual,
  ARRAY_NOT_EQUAL: negate(arrayEqual),
  CHECKED: (value) => Boolean(value),
  NOT_CHECKED: (value) => !value,
  IN: isIn,
  NOT_IN: negate(isIn),
  IS_DATE_OLDER_THAN: compareDays((date, limit) => date < limit, -1),
  IS_DATE_OLDER_THAN_OR_EQUAL: compareDays((date, limit) => date <= limit, -1),
  IS_DATE_NEWER_THAN: compareDays((date, limit) => date > limit, 1),
  IS_DATE_NEWER_THAN_OR_EQUAL: compareDays((date, limit) => date >= limit, 1),
} as const satisfies Record<string, Operator>;

export type ConditionOperator = keyof typeof operators;

export const isOperator = (name: unknown): name is ConditionOperator =>
  typeof name === 'string' && Object.hasOwn(operators, name);

/** Returns true for an empty value. 0, false and {} are not empty. */
function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Returns the value that is compared: for a list of products, the price of the first one. */
function comparableValue(value: unknown): unknown {
  const first: unknown = Array.isArray(value) ? value[0] : undefined;
  return isObject(first) && 'productId' in first ? first.price : value;
}

/** Returns the id of a product, or any other item itself. */
const identityOf = (item: unknown): unknown => (isObject(item) && 'productId' in item ? item.productId : item);

function toList(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new OperandError('not a list');
  return value;
}

/** Returns true if the container has the item: a substring of a string, a member of a list, or a value of an object. */
function hasMember(container: unknown, item: unknown): boolean {
  if (typeof container === 'string') return typeof item === 'string' && container.includes(item);
  if (Array.isArray(container)) return container.includes(item);
  if (isObject(container)) return Object.values(container).includes(item);
  throw new OperandError('not a text, list or object');
}

/** Returns the sort key of an operand: a number, a price entered by the visitor, or the instant of a date or time. */
function orderOf(operand: unknown): number {
  const value = comparableValue(operand);
  if (typeof value === 'number') return value;
  if (typeof value === 'string') {
    const instant = parseDateOptionalTime(value) ?? parseTime(/^\d{2}:\d{2}$/.test(value) ? `${value}:00` : value);
    if (instant !== null) return instant;
  }
  throw new OperandError('not a number, date or time');
}

const DAY = 86_400_000;
const dayOf = (instant: number): number => Math.floor(instant / DAY);

/** Returns the day that is the given number of days or months before (-1) or after (1) today. */
function shiftDay(operand: unknown, direction: 1 | -1, now: Date): number {
  const [amount, unit] = Array.isArray(operand) ? operand : [];
  if (typeof amount !== 'number' || !Number.isFinite(amount)) throw new OperandError('not [number, unit]');
  if (unit === 'day') return dayOf(now.getTime()) + direction * amount;
  if (unit === 'month') return dayOf(addMonths(now, direction * Math.trunc(amount)).getTime());
  throw new OperandError('the unit must be day or month');
}
