/** Conditions of a rule (forms contract section 6): which operators fit a field, and what each compares with. */
import { type ConditionOperator, isObject } from '@portico/domain';
import type { FormField } from '../draft.ts';
import { choicesIn } from '../field/options.ts';

export interface Condition {
  target: string;
  operator: string;
  value: unknown;
}

export interface ConditionGroup {
  mode: 'and' | 'or';
  parts: readonly (Condition | ConditionGroup)[];
}

export const isGroup = (part: Condition | ConditionGroup): part is ConditionGroup => 'mode' in part;

/** The tree of a rule; null where it holds what is no condition. */
export function readExpression(expression: unknown): ConditionGroup | null {
  const node = readNode(expression);
  return node && isGroup(node) ? node : null;
}

function readNode(node: unknown): Condition | ConditionGroup | null {
  if (!isObject(node)) return null;
  const mode = isObject(node.and) ? 'and' : 'or';
  const group = node[mode];
  if (isObject(group)) {
    const parts = Array.isArray(group.conditions) ? group.conditions.map(readNode) : [null];
    return parts.includes(null) ? null : { mode, parts: parts as (Condition | ConditionGroup)[] };
  }
  const { condition } = node;
  if (!isObject(condition) || typeof condition.target !== 'string') return null;
  return { target: condition.target, operator: String(condition.operator), value: condition.value };
}

export function writeExpression(group: ConditionGroup): Record<string, unknown> {
  const conditions = group.parts.map((part) => (isGroup(part) ? writeExpression(part) : { condition: part }));
  return { [group.mode]: { conditions } };
}

/** What a condition compares with. */
export type Operand = 'nothing' | 'text' | 'number' | 'date' | 'option' | 'options' | 'numbers' | 'dates' | 'ago';

interface FittingOperator {
  readonly value: ConditionOperator;
  readonly label: string;
  readonly operand: Operand;
}

const op = (value: ConditionOperator, label: string, operand: Operand): FittingOperator => ({ value, label, operand });
const EMPTY = [op('NOT_EMPTY', 'is filled in', 'nothing'), op('EMPTY', 'is empty', 'nothing')];

const TEXT = [
  op('EQUAL', 'is', 'text'),
  op('NOT_EQUAL', 'is not', 'text'),
  op('CONTAINS', 'contains', 'text'),
  op('NOT_CONTAINS', 'does not contain', 'text'),
  ...EMPTY,
];
const CHOICE = [
  op('EQUAL', 'is', 'option'),
  op('NOT_EQUAL', 'is not', 'option'),
  op('IN', 'is one of', 'options'),
  op('NOT_IN', 'is none of', 'options'),
  ...EMPTY,
];
const LIST = [
  op('ANY', 'holds any of', 'options'),
  op('CONTAINS', 'holds', 'option'),
  op('NOT_CONTAINS', 'does not hold', 'option'),
  op('ARRAY_EQUAL', 'holds exactly', 'options'),
  op('ARRAY_NOT_EQUAL', 'does not hold exactly', 'options'),
  ...EMPTY,
];
const NUMBER = [
  op('EQUAL', 'is', 'number'),
  op('NOT_EQUAL', 'is not', 'number'),
  op('LESS_THAN', 'is less than', 'number'),
  op('LESS_THAN_OR_EQUALS', 'is at most', 'number'),
  op('GREATER_THAN', 'is more than', 'number'),
  op('GREATER_THAN_OR_EQUALS', 'is at least', 'number'),
  op('BETWEEN', 'is between', 'numbers'),
  ...EMPTY,
];
const TIME = [
  op('EQUAL', 'is', 'date'),
  op('BEFORE', 'is before', 'date'),
  op('BEFORE_OR_EQUAL', 'is at or before', 'date'),
  op('AFTER', 'is after', 'date'),
  op('AFTER_OR_EQUAL', 'is at or after', 'date'),
  op('BETWEEN', 'is between', 'dates'),
  ...EMPTY,
];
const DATE = [
  ...TIME.slice(0, -2),
  op('IS_DATE_OLDER_THAN', 'is further back than', 'ago'),
  op('IS_DATE_OLDER_THAN_OR_EQUAL', 'is at least as far back as', 'ago'),
  op('IS_DATE_NEWER_THAN', 'is further ahead than', 'ago'),
  op('IS_DATE_NEWER_THAN_OR_EQUAL', 'is at least as far ahead as', 'ago'),
  ...EMPTY,
];
const TICK = [op('CHECKED', 'is ticked', 'nothing'), op('NOT_CHECKED', 'is not ticked', 'nothing')];

export function operatorsFor(field: FormField | undefined): readonly FittingOperator[] {
  switch (field?.inputOptions?.inputType) {
    case 'STRING':
      if (choicesIn(field).length > 0) return CHOICE;
      switch (formatOf(field)) {
        case 'DATE':
        case 'DATE_TIME':
        case 'DATE_OPTIONAL_TIME':
          return DATE;
        case 'TIME':
          return TIME;
        default:
          return TEXT;
      }
    case 'NUMBER':
      return NUMBER;
    case 'BOOLEAN':
      return TICK;
    case 'ARRAY':
      return LIST;
    case 'PAYMENT':
      return choicesIn(field).length > 0 ? [op('ANY', 'holds any of', 'options'), ...EMPTY] : NUMBER;
    default:
      return EMPTY;
  }
}

export const formatOf = (field: FormField | undefined): string =>
  field?.inputOptions?.stringOptions?.validation?.format ?? '';

/** An operand before anything is entered. The wire wants a value even where nothing is compared. */
function blankOperand(operand: Operand): unknown {
  switch (operand) {
    case 'nothing':
      return true;
    case 'number':
      return 0;
    case 'numbers':
      return [0, 10];
    case 'options':
      return [];
    case 'dates':
      return ['', ''];
    case 'ago':
      return [1, 'day'];
    default:
      return '';
  }
}

/** A condition on another field, or with another operator: what was entered stays where it still fits. */
export function changedCondition(condition: Condition, field: FormField | undefined, operator?: string): Condition {
  const fitting = operatorsFor(field);
  const next = fitting.find(({ value }) => value === (operator ?? condition.operator)) ?? fitting[0];
  const before = fitting.find(({ value }) => value === condition.operator);
  const target = field?.inputOptions?.target ?? '';
  const isKept = target === condition.target && before?.operand === next?.operand;
  return {
    target,
    operator: next?.value ?? 'EMPTY',
    value: isKept ? condition.value : blankOperand(next?.operand ?? 'nothing'),
  };
}

export const newCondition = (field: FormField | undefined): Condition =>
  changedCondition({ target: '', operator: '', value: undefined }, field);
