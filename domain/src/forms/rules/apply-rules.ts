import { type Field, type Rule, targetOf } from '../model.ts';
import { type FieldState, readOverride } from './read-override.ts';
import { type ParsedRule, readRule } from './read-rule.ts';

export { type FieldState, readOverride };

export interface RuleOutcome {
  /** Maps field ids to the changed properties of the field. */
  readonly states: ReadonlyMap<string, FieldState>;
  /** The given values, except the values of fields that a rule hides. */
  readonly values: Record<string, unknown>;
}

/**
 * Applies the rules to the values as the visitor's form does. Hiding a field removes its value, which may change the
 * result of other rules. The server uses this function too, so hiding a field in the browser bypasses no check. Values
 * are only ever removed, so the loop ends after at most one round per field.
 */
export function applyRules(
  rules: readonly Rule[],
  fields: readonly Field[],
  values: Readonly<Record<string, unknown>>,
  now: Date,
): RuleOutcome {
  const byId = new Map(fields.flatMap((field) => (field.id ? [[field.id, field] as const] : [])));
  const targets = new Set(fields.flatMap((field) => targetOf(field) ?? []));
  const parsedRules = rules.flatMap((rule) => readRule(rule, targets) ?? []);
  const changes = parsedRules.map((rule) => changesOf(rule, byId));
  let current = { ...values };
  let activeFlags = parsedRules.map((rule) => rule.holds(current, now));
  for (;;) {
    const states = statesOf(changes.filter((_, index) => activeFlags[index]).flat());
    const emptiedTargets = new Set(
      [...states].flatMap(([id, state]) => {
        const field = byId.get(id) as Field;
        const target = targetOf(field);
        return state.hidden && !field.hidden && target && Object.hasOwn(current, target) ? [target] : [];
      }),
    );
    if (emptiedTargets.size === 0) return { states, values: current };
    current = Object.fromEntries(Object.entries(current).filter(([target]) => !emptiedTargets.has(target)));
    // Only rules that read a removed value can change their result.
    activeFlags = parsedRules.map((rule, index) =>
      [...rule.targets].some((target) => emptiedTargets.has(target))
        ? rule.holds(current, now)
        : activeFlags[index] === true,
    );
  }
}

type Change = NonNullable<ReturnType<typeof readOverride>>;

const changesOf = ({ overrides }: ParsedRule, byId: ReadonlyMap<string, Field>): Change[] =>
  overrides.flatMap((override) => {
    const change = readOverride(override);
    return change && byId.has(change.fieldId) ? [change] : [];
  });

/** If two rules change the same property of a field, the later one wins. */
function statesOf(changes: readonly Change[]): Map<string, FieldState> {
  const states = new Map<string, FieldState>();
  for (const { fieldId, state } of changes) states.set(fieldId, { ...states.get(fieldId), ...state });
  return states;
}
