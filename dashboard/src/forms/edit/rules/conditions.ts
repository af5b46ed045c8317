/** Conditions of a rule (forms contract, section 6): the operators that suit a field, and their kinds of operands. */
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

/** Parses the expression of a rule. Returns null if it contains other elements than groups and conditions. */
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

/** Writes a group of conditions as an expression of the forms contract. */
export function writeExpression(group: ConditionGroup): Record<string, unknown> {
  const conditions = group.parts.map((part) => (isGroup(part) ? writeExpression(part) : { condition: part }));
  return { [group.mode]: { conditions } };
}

/** The kind of value that a condition compares with. */
export type OperandKind = 'nothing' | 'text' | 'number' | 'date' | 'option' | 'options' | 'numbers' | 'dates' | 'ago';

interface OperatorOption {
  readonly value: ConditionOperator;
  readonly label: string;
  readonly operand: OperandKind;
}

const makeOperator = (value: ConditionOperator, label: string, operand: OperandKind): OperatorOption => ({
  value,
  label,
  operand,
});
const EMPTY_OPERATORS = [
  makeOperator('NOT_EMPTY', 'is filled in', 'nothing'),
  makeOperator('EMPTY', 'is empty', 'nothing'),
];

const TEXT_OPERATORS = [
  makeOperator('EQUAL', 'is', 'text'),
  makeOperator('NOT_EQUAL', 'is not', 'text'),
  makeOperator('CONTAINS', 'contains', 'text'),
  makeOperator('NOT_CONTAINS', 'does not contain', 'text'),
  ...EMPTY_OPERATORS,
];
const CHOICE_OPERATORS = [
  makeOperator('EQUAL', 'is', 'option'),
  makeOperator('NOT_EQUAL', 'is not', 'option'),
  makeOperator('IN', 'is one of', 'options'),
  makeOperator('NOT_IN', 'is none of', 'options'),
  ...EMPTY_OPERATORS,
];
const LIST_OPERATORS = [
  makeOperator('ANY', 'holds any of', 'options'),
  makeOperator('CONTAINS', 'holds', 'option'),
  makeOperator('NOT_CONTAINS', 'does not hold', 'option'),
  makeOperator('ARRAY_EQUAL', 'holds exactly', 'options'),
  makeOperator('ARRAY_NOT_EQUAL', 'does not hold exactly', 'options'),
  ...EMPTY_OPERATORS,
];
const NUMBER_OPERATORS = [
  makeOperator('EQUAL', 'is', 'number'),
  makeOperator('NOT_EQUAL', 'is not', 'number'),
  makeOperator('LESS_THAN', 'is less than', 'number'),
  makeOperator('LESS_THAN_OR_EQUALS', 'is at most', 'number'),
  makeOperator('GREATER_THAN', 'is more than', 'number'),
  makeOperator('GREATER_THAN_OR_EQUALS', 'is at least', 'number'),
  makeOperator('BETWEEN', 'is between', 'numbers'),
  ...EMPTY_OPERATORS,
];
const TIME_OPERATORS = [
  makeOperator('EQUAL', 'is', 'date'),
  makeOperator('BEFORE', 'is before', 'date'),
  makeOperator('BEFORE_OR_EQUAL', 'is at or before', 'date'),
  makeOperator('AFTER', 'is after', 'date'),
  makeOperator('AFTER_OR_EQUAL', 'is at or after', 'date'),
  makeOperator('BETWEEN', 'is between', 'dates'),
  ...EMPTY_OPERATORS,
];
const DATE_OPERATORS = [
  ...TIME_OPERATORS.slice(0, -2),
  makeOperator('IS_DATE_OLDER_THAN', 'is further back than', 'ago'),
  makeOperator('IS_DATE_OLDER_THAN_OR_EQUAL', 'is at least as far back as', 'ago'),
  makeOperator('IS_DATE_NEWER_THAN', 'is further ahead than', 'ago'),
  makeOperator('IS_DATE_NEWER_THAN_OR_EQUAL', 'is at least as far ahead as', 'ago'),
  ...EMPTY_OPERATORS,
];
const CHECKBOX_OPERATORS = [
  makeOperator('CHECKED', 'is ticked', 'nothing'),
  makeOperator('NOT_CHECKED', 'is not ticked', 'nothing'),
];

/** Returns the operators that suit the type of a field. Without a field, returns only “is empty” and “is not empty”. */
export function operatorsFor(field: FormField | undefined): readonly OperatorOption[] {
  switch (field?.inputOptions?.inputType) {
    case 'STRING':
      if (choicesIn(field).length > 0) return CHOICE_OPERATORS;
      switch (formatOf(field)) {
        case 'DATE':
        case 'DATE_TIME':
        case 'DATE_OPTIONAL_TIME':
          return DATE_OPERATORS;
        case 'TIME':
          return TIME_OPERATORS;
        default:
          return TEXT_OPERATORS;
      }
    case 'NUMBER':
      return NUMBER_OPERATORS;
    case 'BOOLEAN':
      return CHECKBOX_OPERATORS;
    case 'ARRAY':
      return LIST_OPERATORS;
    case 'PAYMENT':
      return choicesIn(field).length > 0
        ? [makeOperator('ANY', 'holds any of', 'options'), ...EMPTY_OPERATORS]
        : NUMBER_OPERATORS;
    default:
      return EMPTY_OPERATORS;
  }
}

export const formatOf = (field: FormField | undefined): string =>
  field?.inputOptions?.stringOptions?.validation?.format ?? '';

/** Returns the initial operand. The wire requires a value even for operators that compare with nothing. */
function initialOperand(operand: OperandKind): unknown {
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

/** Changes the field or the operator of a condition. The operand is preserved if it suits the new operator. */
export function changeCondition(condition: Condition, field: FormField | undefined, operator?: string): Condition {
  const operators = operatorsFor(field);
  const next = operators.find(({ value }) => value === (operator ?? condition.operator)) ?? operators[0];
  const before = operators.find(({ value }) => value === condition.operator);
  const target = field?.inputOptions?.target ?? '';
  const isSameOperand = target === condition.target && before?.operand === next?.operand;
  return {
    target,
    operator: next?.value ?? 'EMPTY',
    value: isSameOperand ? condition.value : initialOperand(next?.operand ?? 'nothing'),
  };
}

export const newCondition = (field: FormField | undefined): Condition =>
  changeCondition({ target: '', operator: '', value: undefined }, field);
