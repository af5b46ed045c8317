/** A rule in both generations (forms contract section 6): targets against field ids, SCREAMING against camel case. */
import { type Field, type FormRule, isObject, type Rule } from '../model.ts';
import { readOverride } from '../rules/apply-rules.ts';
import { isOperator, operators } from '../rules/operators.ts';
import { targetOf } from '../values/check-value.ts';

type Json = Record<string, unknown>;

/** The "or equal" names differ by more than their case. */
const IRREGULAR: Readonly<Record<string, string>> = {
  LESS_THAN_OR_EQUALS: 'lessThanOrEqual',
  GREATER_THAN_OR_EQUALS: 'greaterThanOrEqual',
};
const camel = (operator: string): string =>
  IRREGULAR[operator] ?? operator.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const fromCamel = new Map(Object.keys(operators).map((operator) => [camel(operator), operator]));
/** deeper trees are left out of the derived rule; saving a form refuses them */
const DEPTH = 20;

/** The rule as the vendor's viewer runs it. A condition on a field that is not there stays, and is ignored there too. */
export function toFormRule(rule: Rule, fields: readonly Field[]): FormRule {
  const ids = new Map(fields.flatMap((field) => (targetOf(field) ? [[targetOf(field), field.id]] : [])));
  const { id, name, namespaceRule, overrides = [] } = rule;
  return {
    id,
    ...(name === undefined ? {} : { name }),
    ...(namespaceRule === undefined ? {} : { namespaceRule }),
    condition: toCondition(rule.expression, ids, DEPTH),
    overrides: overrides.flatMap((override) => {
      const change = readOverride(override);
      if (!change) return [];
      const { hidden, required, allowedValues } = change.state;
      const valueChanges = {
        ...(hidden === undefined ? {} : { hidden }),
        ...(required === undefined ? {} : { 'validation.required': required }),
        ...(allowedValues === undefined ? {} : { 'validation.string.enum': allowedValues }),
      };
      return [{ entityType: 'FIELD', entityId: change.fieldId, valueChanges }];
    }),
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
  return { fact: ids.get(target) ?? target, operator: camel(String(operator)), value };
}

/** The stored rule of one that came in the earlier spelling. What has no counterpart is kept as it came, for the form-save checks to name. */
export function fromFormRule(rule: FormRule, fields: readonly Field[]): Rule {
  const targets = new Map(fields.flatMap((field) => (field.id ? [[field.id, targetOf(field)]] : [])));
  const { id, name, namespaceRule, condition, overrides = [] } = rule;
  return {
    id,
    ...(name === undefined ? {} : { name }),
    ...(namespaceRule === undefined ? {} : { namespaceRule }),
    expression: fromCondition(condition, targets, DEPTH),
    overrides: overrides.flatMap(fromOverride),
  };
}

function fromCondition(node: unknown, targets: ReadonlyMap<string, string | undefined>, depth: number): Json {
  if (!isObject(node) || depth === 0) return {};
  for (const mode of ['and', 'or']) {
    const conditions = node[mode];
    if (Array.isArray(conditions)) {
      return { [mode]: { conditions: conditions.map((part) => fromCondition(part, targets, depth - 1)) } };
    }
  }
  const { fact, operator, value } = node;
  const known = isOperator(operator) ? operator : (fromCamel.get(String(operator)) ?? operator);
  return { condition: { target: targets.get(String(fact)) ?? fact, operator: known, value } };
}

/** One override of the earlier generation changes several properties at once. */
function fromOverride(override: Json): Json[] {
  const { entityType = 'FIELD', entityId: fieldId, valueChanges } = override;
  if (entityType !== 'FIELD' || !isObject(valueChanges)) return [override];
  const changes = Object.entries(valueChanges).map(([property, value]): Json | null => {
    switch (property) {
      case 'hidden':
        return { fieldId, propertyType: 'HIDDEN', hiddenOptions: { hidden: value === true } };
      case 'validation.required':
        return { fieldId, propertyType: 'REQUIRED', requiredOptions: { required: value === true } };
      case 'validation.string.enum':
        return { fieldId, propertyType: 'ALLOWED_VALUES', allowedValuesOptions: { allowedValues: value } };
      default:
        return null;
    }
  });
  if (changes.includes(null)) return [override];
  return changes.map((fieldOptions) => ({ entityType: 'FIELD', fieldOptions }));
}
