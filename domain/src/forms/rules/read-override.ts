import { isObject } from '../model.ts';

/** Changes that the currently active rules make to a field. */
export interface FieldState {
  hidden?: boolean;
  required?: boolean;
  allowedValues?: readonly unknown[];
  /** Which parts of an address are required. */
  addressFields?: Record<string, { required?: boolean } | undefined>;
}

/** Reads an override of either generation. Returns null for one that is not supported. */
export function readOverride(override: unknown): { fieldId: string; state: FieldState } | null {
  if (!isObject(override)) return null;
  const { fieldOptions, entityType = 'FIELD', entityId, valueChanges } = override;
  if (isObject(fieldOptions)) return readFieldOptions(fieldOptions);
  if (entityType !== 'FIELD' || typeof entityId !== 'string' || !isObject(valueChanges)) return null;
  return readValueChanges(entityId, valueChanges);
}

/** Reads an override in the current format of rules, in which each override changes one property of a field. */
function readFieldOptions(options: Readonly<Record<string, unknown>>): { fieldId: string; state: FieldState } | null {
  const { fieldId, propertyType } = options;
  if (typeof fieldId !== 'string') return null;
  const readProperty = (name: string): Record<string, unknown> => (isObject(options[name]) ? options[name] : {});
  switch (propertyType) {
    case 'HIDDEN':
      return { fieldId, state: { hidden: readProperty('hiddenOptions').hidden === true } };
    case 'REQUIRED':
      return { fieldId, state: { required: readProperty('requiredOptions').required === true } };
    case 'ALLOWED_VALUES': {
      const { allowedValues } = readProperty('allowedValuesOptions');
      return Array.isArray(allowedValues) ? { fieldId, state: { allowedValues } } : null;
    }
    default:
      return null;
  }
}

/** Paths of properties that only the vendor's viewer uses. They do not affect the validation of submissions. */
const VIEWER_PATHS = ['view.options', 'view.countryCode'];

/**
 * Reads an override of the earlier generation, which changes any number of properties, addressed by paths in the field
 * (forms contract section 6).
 */
function readValueChanges(
  fieldId: string,
  changes: Readonly<Record<string, unknown>>,
): { fieldId: string; state: FieldState } | null {
  const state: FieldState = {};
  for (const [path, value] of Object.entries(changes)) {
    if (path === 'hidden') state.hidden = value === true;
    else if (path === 'validation.required') state.required = value === true;
    else if (/^validation\.(?:string|boolean)\.enum$/.test(path) && Array.isArray(value)) state.allowedValues = value;
    else if (path === 'validation.predefined.multilineAddressOptions.fields' && isObject(value)) {
      state.addressFields = value as FieldState['addressFields'];
    } else if (!VIEWER_PATHS.includes(path)) return null;
  }
  return { fieldId, state };
}
