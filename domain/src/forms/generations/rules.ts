/**
 * Converts a rule between both generations of the vendor's format (forms contract section 6). The earlier one has field
 * ids instead of targets, and operators in camel case instead of upper snake case.
 */
import { type Field, type FormRule, isObject, type Rule, targetOf } from '../model.ts';
import { isOperator, operators } from '../rules/operators.ts';
import { formLimits } from '../vocabulary.ts';
import { fromFormOverride, toFormOverride } from './overrides.ts';

type Json = Record<string, unknown>;

/** Operators whose names differ by more than their case. */
const IRREGULAR_OPERATORS: ReadonlyMap<string, string> = new Map([
  ['LESS_THAN_OR_EQUALS', 'lessThanOrEqual'],
  ['GREATER_THAN_OR_EQUALS', 'greaterThanOrEqual'],
]);
const toCamelCase = (operator: string): string =>
  IRREGULAR_OPERATORS.get(operator) ??
  operator.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const operatorsByCamelCase: ReadonlyMap<string, string> = new Map(
  Object.keys(operators).map((operator) => [toCamelCase(operator), operator]),
);

/** Operators without an operand. The current generation requires a value for them as well. */
const UNARY_OPERATORS = ['EMPTY', 'NOT_EMPTY', 'CHECKED', 'NOT_CHECKED'];

/**
 * Returns the rule as the vendor's viewer evaluates it. A condition on a missing field is preserved. The viewer
 * ignores a rule with such a condition, as the forms engine does.
 */
export function toFormRule(rule: Rule, fields: readonly Field[]): FormRule {
  const ids = new Map(fields.flatMap((field) => (targetOf(field) ? [[targetOf(field), field.id]] : [])));
  const byId = new Map(fields.flatMap((field) => (field.id ? [[field.id, field] as const] : [])));
  const { id, name, namespaceRule, overrides = [] } = rule;
  return {
    id,
    ...(name === undefined ? {} : { name }),
    ...(namespaceRule === undefined ? {} : { namespaceRule }),
    condition: toCondition(rule.expression, ids, formLimits.conditionDepth),
    overrides: overrides.map((override) => toFormOverride(override, byId)).filter((override) => override !== null),
  };
}

function toCondition(node: unknown, ids: ReadonlyMap<unknown, unknown>, depth: number): Json {
  if (!isObject(node) || depth === 0) return {};
  for (const mode of ['and', 'or']) {
    const group = node[mode];
    if (isObject(group) && Array.isArray(group.conditions)) {
      return { [mode]: group.conditions.map((part) => toCondition(part, ids, depth - 1)) };
    }
  }
  if (!isObject(node.condition)) return {};
  const { target, operator, value } = node.condition;
  return { fact: ids.get(target) ?? target, operator: toCamelCase(String(operator)), value };
}

/**
 * Converts a rule of the earlier generation to the rule that is stored. Parts without a counterpart are preserved, and
 * the checks on saving report them.
 */
export function fromFormRule(rule: FormRule, fields: readonly Field[]): Rule {
  const targets = new Map(fields.flatMap((field) => (field.id ? [[field.id, targetOf(field)]] : [])));
  const { id, name, namespaceRule, condition, overrides = [] } = rule;
  return {
    id,
    ...(name === undefined ? {} : { name }),
    ...(namespaceRule === undefined ? {} : { namespaceRule }),
    expression: fromCondition(condition, targets, formLimits.conditionDepth),
    overrides: overrides.flatMap(fromFormOverride),
  };
}

function fromCondition(node: unknown, targets: ReadonlyMap<string, string | undefined>, depth: number): Json {
  if (!isObject(node)) return {};
  for (const mode of ['and', 'or']) {
    const conditions = node[mode];
    if (Array.isArray(conditions)) {
      // A truncated group has no conditions, so saving the form rejects it.
      const parts = depth === 0 ? [] : conditions.map((part) => fromCondition(part, targets, depth - 1));
      return { [mode]: { conditions: parts } };
    }
  }
  const { fact, operator, value } = node;
  const known = isOperator(operator) ? operator : (operatorsByCamelCase.get(String(operator)) ?? operator);
  const conditionValue = value === undefined && UNARY_OPERATORS.includes(known as string) ? true : value;
  return { condition: { target: targets.get(String(fact)) ?? fact, operator: known, value: conditionValue } };
}
