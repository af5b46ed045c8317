/** The effects that a rule has while its conditions are fulfilled (forms contract, section 6). */
import { isObject } from '@portico/domain';
import { valueAt } from '../paths.ts';

/** The effects that the editor offers, with their labels. */
export const effects = [
  { value: 'HIDE', label: 'Hide' },
  { value: 'SHOW', label: 'Show' },
  { value: 'REQUIRE', label: 'Require' },
  { value: 'OPTIONAL', label: 'Do not require' },
  { value: 'ALLOW', label: 'Allow only' },
] as const;
export type Effect = (typeof effects)[number]['value'];

export interface Override {
  effect: Effect;
  fieldId: string;
  allowed: readonly unknown[];
}

/** Parses an override. Returns null if the editor does not know its type; such overrides are saved unchanged. */
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
        effect: valueAt(fieldOptions, 'requiredOptions.required') === true ? 'REQUIRE' : 'OPTIONAL',
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

/** Writes an effect as an override of the forms contract. */
export function writeOverride({ effect, fieldId, allowed }: Override): Record<string, unknown> {
  const toWire = (propertyType: string, name: string, value: object) => ({
    entityType: 'FIELD',
    fieldOptions: { fieldId, propertyType, [name]: value },
  });
  switch (effect) {
    case 'HIDE':
    case 'SHOW':
      return toWire('HIDDEN', 'hiddenOptions', { hidden: effect === 'HIDE' });
    case 'REQUIRE':
    case 'OPTIONAL':
      return toWire('REQUIRED', 'requiredOptions', { required: effect === 'REQUIRE' });
    case 'ALLOW':
      return toWire('ALLOWED_VALUES', 'allowedValuesOptions', { allowedValues: [...allowed] });
  }
}
