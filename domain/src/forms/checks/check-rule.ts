import { isObject, type Rule } from '../model.ts';
import { readOverride } from '../rules/apply-rules.ts';
import { isOperator } from '../rules/operators.ts';
import { formLimits } from '../vocabulary.ts';
import { type FormRuleName, type FormViolation, violation } from './form-violation.ts';

/**
 * Returns every violation of a rule: the root must be a group, and each condition needs a known operator and a value.
 */
export function checkRule(rule: Rule, path: string): FormViolation[] {
  const { expression, overrides = [] } = rule;
  const root = `${path}.expression`;
  const budget = { conditions: formLimits.conditions };
  return [
    ...(isGroup(expression)
      ? checkNode(expression, root, formLimits.conditionDepth, budget)
      : [violation(root, 'the root must be an "and" or an "or"', 'UNGROUPED_RULE_EXPRESSION_ROOT')]),
    ...overrides.flatMap((override, index) =>
      readOverride(override) || isViewerOverride(override)
        ? []
        : [violation(`${path}.overrides.${index}`, 'this override is not supported', 'RULE_NOT_SUPPORTED')],
    ),
  ];
}

/**
 * Overrides of the form itself or of a nested form's field exist only in the earlier generation of the vendor's format.
 * The vendor's viewer applies them. Validation ignores them.
 */
const isViewerOverride = (override: unknown): boolean =>
  isObject(override) &&
  (override.entityType === 'FORM' || override.entityType === 'NESTED_FORM_FIELD') &&
  isObject(override.valueChanges);

const groupOf = (node: Record<string, unknown>): unknown => node.and ?? node.or;
const isGroup = (node: unknown): node is Record<string, unknown> => isObject(node) && isObject(groupOf(node));

function checkNode(node: unknown, path: string, depth: number, budget: { conditions: number }): FormViolation[] {
  const invalidRule = (suffix: string, description: string, ruleName: FormRuleName = 'RULE_NOT_SUPPORTED') => [
    violation(`${path}${suffix}`, description, ruleName),
  ];
  if (depth === 0) return invalidRule('', `is nested deeper than ${formLimits.conditionDepth} levels`);
  budget.conditions -= 1;
  if (budget.conditions < -1) return [];
  if (budget.conditions === -1) return invalidRule('', `has more than ${formLimits.conditions} conditions`);
  if (isGroup(node)) {
    const mode = 'and' in node ? 'and' : 'or';
    const { conditions } = groupOf(node) as { conditions?: unknown };
    if (!Array.isArray(conditions) || conditions.length === 0) {
      return invalidRule(`.${mode}.conditions`, 'must be a list of at least one condition');
    }
    return conditions.flatMap((part, index) =>
      checkNode(part, `${path}.${mode}.conditions.${index}`, depth - 1, budget),
    );
  }
  const condition = isObject(node) ? node.condition : undefined;
  if (!isObject(condition) || typeof condition.target !== 'string')
    return invalidRule('.condition', 'must name a target');
  if (!isOperator(condition.operator)) {
    return invalidRule('.condition.operator', `there is no operator ${String(condition.operator).slice(0, 50)}`);
  }
  if (condition.value === undefined)
    return invalidRule('.condition.value', 'must be present', 'RULE_CONDITION_VALUE_MISSING');
  return [];
}
