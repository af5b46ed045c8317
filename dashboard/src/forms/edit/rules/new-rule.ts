import type { FormField, FormRule } from '../draft.ts';
import { newCondition, writeExpression } from './conditions.ts';
import { writeOverride } from './overrides.ts';

/** Creates a rule with a condition on `field` that hides `target`. */
export const newRule = (name: string, field: FormField | undefined, target: FormField | undefined): FormRule => ({
  id: crypto.randomUUID(),
  name,
  expression: writeExpression({ mode: 'and', parts: [newCondition(field)] }),
  overrides: [writeOverride({ effect: 'HIDE', fieldId: target?.id ?? '', allowed: [] })],
});
