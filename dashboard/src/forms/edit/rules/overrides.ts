/** What a rule changes while it holds (forms contract section 6). */
import { isObject } from '@portico/domain';
import { valueAt } from '../paths.ts';

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
