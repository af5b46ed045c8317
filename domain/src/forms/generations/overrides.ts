/**
 * Converts the overrides of a rule between both generations of the vendor's format. In the current generation, an
 * override changes one property. In the earlier one, it changes any number of properties, which it addresses by paths
 * in the field.
 */
import { type Field, isObject } from '../model.ts';
import { readOverride } from '../rules/read-override.ts';
import { isInputType } from '../vocabulary.ts';

type Json = Record<string, unknown>;

/** Paths of the allowed values by input type. Input types that are not listed use the path of STRING. */
const CHOICE_PATHS_BY_TYPE: ReadonlyMap<string, string> = new Map([
  ['STRING', 'validation.string.enum'],
  ['BOOLEAN', 'validation.boolean.enum'],
  ['NUMBER', 'validation.number.enum'],
  ['ARRAY', 'validation.array.items.string.enum'],
]);
const CHOICE_PATHS: ReadonlySet<string> = new Set(CHOICE_PATHS_BY_TYPE.values());

/**
 * Converts an override to the earlier generation. Returns null for an override that neither generation supports. An
 * override that is stored in the earlier generation remains unchanged.
 */
export function toFormOverride(override: unknown, fields: ReadonlyMap<string, Field>): Json | null {
  if (!isObject(override)) return null;
  if (isObject(override.valueChanges)) return override;
  const change = readOverride(override);
  if (!change) return null;
  const { hidden, required, allowedValues } = change.state;
  const { inputType } = fields.get(change.fieldId)?.inputOptions ?? {};
  const choicesPath =
    CHOICE_PATHS_BY_TYPE.get(isInputType(inputType) ? inputType : 'STRING') ?? 'validation.string.enum';
  const valueChanges = {
    ...(hidden === undefined ? {} : { hidden }),
    ...(required === undefined ? {} : { 'validation.required': required }),
    ...(allowedValues === undefined ? {} : { [choicesPath]: allowedValues }),
  };
  return { entityType: 'FIELD', entityId: change.fieldId, valueChanges };
}

/**
 * Splits an override of the earlier generation, which may change several properties. An override that the current
 * generation cannot express is stored unchanged.
 */
export function fromFormOverride(override: Json): Json[] {
  const { entityType = 'FIELD', entityId: fieldId, valueChanges } = override;
  if (entityType !== 'FIELD' || !isObject(valueChanges) || Object.keys(valueChanges).length === 0) return [override];
  const changes = Object.entries(valueChanges).map(([path, value]) => toFieldOptions(fieldId, path, value));
  return changes.includes(null) ? [override] : changes.map((one) => ({ entityType: 'FIELD', fieldOptions: one }));
}

function toFieldOptions(fieldId: unknown, path: string, value: unknown): Json | null {
  if (path === 'hidden') return { fieldId, propertyType: 'HIDDEN', hiddenOptions: { hidden: value === true } };
  if (path === 'validation.required') {
    return { fieldId, propertyType: 'REQUIRED', requiredOptions: { required: value === true } };
  }
  return CHOICE_PATHS.has(path)
    ? { fieldId, propertyType: 'ALLOWED_VALUES', allowedValuesOptions: { allowedValues: value } }
    : null;
}
