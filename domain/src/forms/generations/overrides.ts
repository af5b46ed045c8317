/** What a rule changes, in both generations: one property an override against paths into a field, several at once. */
import { type Field, isObject } from '../model.ts';
import { readOverride } from '../rules/read-override.ts';
import { isInputType } from '../vocabulary.ts';

type Json = Record<string, unknown>;

/** Where the allowed values of a kind of field stand; kinds without a path of their own take that of texts. */
const CHOICES: ReadonlyMap<string, string> = new Map([
  ['STRING', 'validation.string.enum'],
  ['BOOLEAN', 'validation.boolean.enum'],
  ['NUMBER', 'validation.number.enum'],
  ['ARRAY', 'validation.array.items.string.enum'],
]);
const CHOICE_PATHS: ReadonlySet<string> = new Set(CHOICES.values());

/** Null for an override that neither generation understands. One that came in the earlier spelling leaves as it came. */
export function toFormOverride(override: unknown, fields: ReadonlyMap<string, Field>): Json | null {
  if (!isObject(override)) return null;
  if (isObject(override.valueChanges)) return override;
  const change = readOverride(override);
  if (!change) return null;
  const { hidden, required, allowedValues } = change.state;
  const { inputType } = fields.get(change.fieldId)?.inputOptions ?? {};
  const choices = CHOICES.get(isInputType(inputType) ? inputType : 'STRING') ?? 'validation.string.enum';
  const valueChanges = {
    ...(hidden === undefined ? {} : { hidden }),
    ...(required === undefined ? {} : { 'validation.required': required }),
    ...(allowedValues === undefined ? {} : { [choices]: allowedValues }),
  };
  return { entityType: 'FIELD', entityId: change.fieldId, valueChanges };
}

/** One override of the earlier generation may change several properties; what the present one cannot say is kept whole. */
export function fromFormOverride(override: Json): Json[] {
  const { entityType = 'FIELD', entityId: fieldId, valueChanges } = override;
  if (entityType !== 'FIELD' || !isObject(valueChanges) || Object.keys(valueChanges).length === 0) return [override];
  const changes = Object.entries(valueChanges).map(([path, value]) => fieldOptions(fieldId, path, value));
  return changes.includes(null) ? [override] : changes.map((one) => ({ entityType: 'FIELD', fieldOptions: one }));
}

function fieldOptions(fieldId: unknown, path: string, value: unknown): Json | null {
  if (path === 'hidden') return { fieldId, propertyType: 'HIDDEN', hiddenOptions: { hidden: value === true } };
  if (path === 'validation.required') {
    return { fieldId, propertyType: 'REQUIRED', requiredOptions: { required: value === true } };
  }
  return CHOICE_PATHS.has(path)
    ? { fieldId, propertyType: 'ALLOWED_VALUES', allowedValuesOptions: { allowedValues: value } }
    : null;
}
