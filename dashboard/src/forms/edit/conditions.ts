/** Conditions of a rule (forms contract section 6): which operators fit a field, and what each compares with. */
import { type ConditionOperator, isObject } from '@portico/domain';
import type { FormField, FormRule } from './draft.ts';
import { looksPath } from './new-field.ts';
import { valueAt } from './paths.ts';

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
      if (optionsOf(field).length > 0) return CHOICE;
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
      return optionsOf(field).length > 0 ? [op('ANY', 'holds any of', 'options'), ...EMPTY] : NUMBER;
    default:
      return EMPTY;
  }
}

export const formatOf = (field: FormField | undefined): string =>
  field?.inputOptions?.stringOptions?.validation?.format ?? '';

/** The options of a choice, as one selects them. Values that are no text are kept by their JSON. */
export function optionsOf(field: FormField | undefined): readonly { value: string; label: string }[] {
  const path = field && looksPath(field);
  const listed = path ? valueAt(field, `${path}.options`) : undefined;
  if (!Array.isArray(listed)) return [];
  const options = listed.flatMap((one) => {
    const { value, label } = isObject(one) ? one : {};
    if (value === undefined || value === null) return [];
    const text = String(value);
    return [{ value: text, label: typeof label === 'string' && label ? label : text }];
  });
  return [...new Map(options.map((one) => [one.value, one])).values()];
}

/** An operand before anything is entered. The wire wants a value even where nothing is compared. */
export function blankOperand(operand: Operand): unknown {
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

/** What a rule does, in the words of its menu. */
export const effects = [
  { value: 'HIDE', label: 'Hide' },
  { value: 'SHOW', label: 'Show' },
  { value: 'REQUIRE', label: 'Require' },
  { value: 'FREE', label: 'Do not require' },
  { value: 'ALLOW', label: 'Allow only' },
] as const;
export type Effect = (typeof effects)[number]['value'];

export interface Override {
  effect: Effect;
  fieldId: string;
  allowed: readonly unknown[];
}

/** Null for one that the editor does not know: it is kept as it is. */
export function readOverride(override: unknown): Override | null {
  const { fieldOptions } = isObject(override) ? override : {};
  if (!isObject(fieldOptions) || typeof fieldOptions.fieldId !== 'string') return null;
  const { fieldId, propertyType } = fieldOptions;
  switch (propertyType) {
    case 'HIDDEN':
      return { fieldId, effect: valueAt(fieldOptions, 'hiddenOptions.hidden') === true ? 'HIDE' : 'SHOW', allowed: [] };
    case 'REQUIRED':
      return {
        fieldId,
        effect: valueAt(fieldOptions, 'requiredOptions.required') === true ? 'REQUIRE' : 'FREE',
        allowed: [],
      };
    case 'ALLOWED_VALUES': {
      const allowed = valueAt(fieldOptions, 'allowedValuesOptions.allowedValues');
      return { fieldId, effect: 'ALLOW', allowed: Array.isArray(allowed) ? allowed : [] };
    }
    default:
      return null;
  }
}

export function writeOverride({ effect, fieldId, allowed }: Override): Record<string, unknown> {
  const of = (propertyType: string, name: string, value: object) => ({
    entityType: 'FIELD',
    fieldOptions: { fieldId, propertyType, [name]: value },
  });
  switch (effect) {
    case 'HIDE':
    case 'SHOW':
      return of('HIDDEN', 'hiddenOptions', { hidden: effect === 'HIDE' });
    case 'REQUIRE':
    case 'FREE':
      return of('REQUIRED', 'requiredOptions', { required: effect === 'REQUIRE' });
    case 'ALLOW':
      return of('ALLOWED_VALUES', 'allowedValuesOptions', { allowedValues: [...allowed] });
  }
}

export const newRule = (name: string, field: FormField | undefined, target: FormField | undefined): FormRule => ({
  id: crypto.randomUUID(),
  name,
  expression: writeExpression({ mode: 'and', parts: [newCondition(field)] }),
  overrides: [writeOverride({ effect: 'HIDE', fieldId: target?.id ?? '', allowed: [] })],
});
