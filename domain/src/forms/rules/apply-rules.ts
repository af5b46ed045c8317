import { type Field, isObject, type Rule } from '../model.ts';
import { targetOf } from '../values/check-value.ts';
import { formLimits } from '../vocabulary.ts';
import { isOperator, OperandError, operators } from './operators.ts';

/** What the rules that hold at the moment change about a field. */
export interface FieldState {
  hidden?: boolean;
  required?: boolean;
  allowedValues?: readonly unknown[];
}

export interface RuleOutcome {
  /** field id → its changed properties */
  readonly states: ReadonlyMap<string, FieldState>;
  /** the values without those of fields that a rule hid */
  readonly values: Record<string, unknown>;
}

/**
 * Applies the rules to the values, as the visitor's form does while it is filled in: a field that a rule hides loses
 * its value, which may turn other rules. The server decides by this too, so hiding a field in the browser skips nothing.
 * Values only ever go, so rules that turn each other come to an end after as many rounds as there are fields.
 */
export function applyRules(
  rules: readonly Rule[],
  fields: readonly Field[],
  values: Readonly<Record<string, unknown>>,
  now: Date,
): RuleOutcome {
  const byId = new Map(fields.flatMap((field) => (field.id ? [[field.id, field] as const] : [])));
  let current = { ...values };
  for (;;) {
    const states = statesOf(rules, byId, current, now);
    const emptied = [...states].flatMap(([id, state]) => {
      const field = byId.get(id) as Field;
      const target = targetOf(field);
      return state.hidden && !field.hidden && target && Object.hasOwn(current, target) ? [target] : [];
    });
    if (emptied.length === 0) return { states, values: current };
    current = Object.fromEntries(Object.entries(current).filter(([target]) => !emptied.includes(target)));
  }
}

function statesOf(
  rules: readonly Rule[],
  byId: ReadonlyMap<string, Field>,
  values: Readonly<Record<string, unknown>>,
  now: Date,
): Map<string, FieldState> {
  const targets = new Set([...byId.values()].flatMap((field) => targetOf(field) ?? []));
  const states = new Map<string, FieldState>();
  for (const rule of rules) {
    if (!ruleHolds(rule, targets, values, now)) continue;
    for (const override of rule.overrides ?? []) {
      const change = readOverride(override);
      if (change && byId.has(change.fieldId)) {
        states.set(change.fieldId, { ...states.get(change.fieldId), ...change.state });
      }
    }
  }
  return states;
}

/** False for a rule that names a field which is not there, or an operand that its operator cannot take. */
export function ruleHolds(
  rule: Rule,
  targets: ReadonlySet<string>,
  values: Readonly<Record<string, unknown>>,
  now: Date,
): boolean {
  try {
    return holds(rule.expression, targets, values, now, formLimits.conditionDepth);
  } catch (error) {
    if (error instanceof OperandError) return false;
    throw error;
  }
}

function holds(
  node: unknown,
  targets: ReadonlySet<string>,
  values: Readonly<Record<string, unknown>>,
  now: Date,
  depth: number,
): boolean {
  if (!isObject(node) || depth === 0) throw new OperandError('not a condition');
  const inner = (part: unknown) => holds(part, targets, values, now, depth - 1);
  if (isObject(node.and)) return conditionsOf(node.and).map(inner).every(Boolean);
  if (isObject(node.or)) return conditionsOf(node.or).map(inner).some(Boolean);
  const { condition } = node;
  if (!isObject(condition) || typeof condition.target !== 'string' || !isOperator(condition.operator)) {
    throw new OperandError('not a condition');
  }
  const { target, operator, value } = condition;
  if (!targets.has(target)) throw new OperandError('no such field');
  return operators[operator](Object.hasOwn(values, target) ? values[target] : undefined, value, now);
}

/** Every part is looked at, so that a wrong operand spoils the rule whatever stands before it. */
function conditionsOf(group: Record<string, unknown>): unknown[] {
  if (!Array.isArray(group.conditions) || group.conditions.length === 0) throw new OperandError('no conditions');
  return group.conditions;
}

/** An override as the state it makes; null for one that is not understood. */
export function readOverride(override: unknown): { fieldId: string; state: FieldState } | null {
  const options = isObject(override) && isObject(override.fieldOptions) ? override.fieldOptions : {};
  const { fieldId, propertyType } = options;
  if (typeof fieldId !== 'string') return null;
  const property = (name: string): unknown => (isObject(options[name]) ? options[name] : {});
  switch (propertyType) {
    case 'HIDDEN':
      return { fieldId, state: { hidden: (property('hiddenOptions') as { hidden?: unknown }).hidden === true } };
    case 'REQUIRED':
      return {
        fieldId,
        state: { required: (property('requiredOptions') as { required?: unknown }).required === true },
      };
    case 'ALLOWED_VALUES': {
      const { allowedValues } = property('allowedValuesOptions') as { allowedValues?: unknown };
      return Array.isArray(allowedValues) ? { fieldId, state: { allowedValues } } : null;
    }
    default:
      return null;
  }
}
