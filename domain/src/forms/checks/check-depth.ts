import { formLimits } from '../vocabulary.ts';
import { type FormRuleName, type FormViolation, violation } from './form-violation.ts';

/** Maps each part of the form to the rule that reports its errors. */
const RULE_NAMES_BY_PART: ReadonlyMap<string, FormRuleName> = new Map([
  ['formRules', 'RULE_NOT_SUPPORTED'],
  ['formFields', 'FIELD_SCHEMA_NOT_SUPPORTED'],
  ['steps', 'INVALID_FORM_STEPS'],
]);

/**
 * Reports everything that is nested deeper than a form may be. This check must run first: a body of one megabyte may
 * hold half a million levels, and a recursive walk over them overflows the stack. This walk uses an explicit stack.
 */
export function checkDepth(form: object): FormViolation[] {
  return Object.entries(form).flatMap(([part, value]): FormViolation[] => {
    const items: [string, unknown][] = Array.isArray(value)
      ? value.map((item, index) => [`${part}.${index}`, item])
      : [[part, value]];
    return items
      .filter(([, item]) => isDeep(item))
      .map(([path]) =>
        violation(
          path,
          `is nested deeper than ${formLimits.depth} levels`,
          RULE_NAMES_BY_PART.get(part) ?? 'FORM_SIZE_EXCEEDED',
        ),
      );
  });
}

function isDeep(value: unknown): boolean {
  const waiting: [unknown, number][] = [[value, 1]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [one, depth] = next;
    if (typeof one !== 'object' || one === null) continue;
    if (depth > formLimits.depth) return true;
    for (const inner of Object.values(one)) waiting.push([inner, depth + 1]);
  }
  return false;
}
