import { isObject, type Rule } from '../model.ts';
import { formLimits } from '../vocabulary.ts';
import { isOperator, OperandError, operators } from './operators.ts';

/** A rule whose conditions are all supported. */
export interface ParsedRule {
  /** The targets that its conditions read. */
  readonly targets: ReadonlySet<string>;
  readonly overrides: readonly unknown[];
  readonly holds: (values: Readonly<Record<string, unknown>>, now: Date) => boolean;
}

type Node =
  | { readonly mode: 'and' | 'or'; readonly parts: readonly Node[] }
  | { readonly target: string; readonly operator: keyof typeof operators; readonly value: unknown };

/**
 * Parses a rule. Returns null for a rule that is ignored because it refers to a missing field or contains a malformed
 * condition.
 */
export function readRule(rule: Rule, targets: ReadonlySet<string>): ParsedRule | null {
  const usedTargets = new Set<string>();
  const root = readNode(rule.expression, targets, usedTargets, formLimits.conditionDepth);
  if (!root) return null;
  return { targets: usedTargets, overrides: rule.overrides ?? [], holds: (values, now) => isTrue(root, values, now) };
}

function readNode(node: unknown, targets: ReadonlySet<string>, usedTargets: Set<string>, depth: number): Node | null {
  if (!isObject(node) || depth === 0) return null;
  const mode = isObject(node.and) ? 'and' : 'or';
  const group = node[mode];
  if (isObject(group)) {
    if (!Array.isArray(group.conditions) || group.conditions.length === 0) return null;
    const parts = group.conditions.map((part) => readNode(part, targets, usedTargets, depth - 1));
    return parts.includes(null) ? null : { mode, parts: parts as Node[] };
  }
  const { condition } = node;
  if (!isObject(condition) || typeof condition.target !== 'string' || !isOperator(condition.operator)) return null;
  const { target, operator, value } = condition;
  if (!targets.has(target)) return null;
  usedTargets.add(target);
  return { target, operator, value };
}

/**
 * Returns true if the rule applies to the values. Returns false if an evaluated operator does not support its
 * operand.
 */
function isTrue(root: Node, values: Readonly<Record<string, unknown>>, now: Date): boolean {
  try {
    return holds(root, values, now);
  } catch (error) {
    if (error instanceof OperandError) return false;
    throw error;
  }
}

/**
 * Evaluates in order and stops early, as the vendor's viewer does. Once a condition has decided an `or`,
 * an unsupported operand in a later condition has no effect.
 */
function holds(node: Node, values: Readonly<Record<string, unknown>>, now: Date): boolean {
  if ('parts' in node) {
    return node.mode === 'and'
      ? node.parts.every((part) => holds(part, values, now))
      : node.parts.some((part) => holds(part, values, now));
  }
  const { target, operator, value } = node;
  return operators[operator](Object.hasOwn(values, target) ? values[target] : undefined, value, now);
}
