/** Writes the type of the values that a form accepts. */
import {
  applyOverrides,
  type Field,
  type FormSchema,
  nestedFormsByTarget,
  optionValuesOf,
  type PropertyRules,
  readOverride,
  repeaterFields,
  targetOf,
} from '@portico/domain';
import { propertyKey, unionOf } from './names.ts';

/** The types of `@portico/sdk` that the types of a form may use. */
export const formImports = ['Appointment', 'ChosenProduct', 'FormAddress', 'SubmittedFile'] as const;

/** Returns the object type of a submission's values: one property for each target. */
export function printValues(form: FormSchema, indent = ''): string {
  const nestedForms = nestedFormsByTarget(form);
  const rules = changesByField(form);
  // If several fields have the same target, the server uses the last one.
  const byTarget = new Map(
    (form.formFields ?? []).flatMap((field) => (targetOf(field) ? [[targetOf(field), field]] : [])) as [
      string,
      Field,
    ][],
  );
  const inner = `${indent}  `;
  const properties = [...byTarget].map(([target, field]) => {
    const changes = rules.get(field.id ?? '') ?? { isOptional: false, allowed: [] };
    const { required, readOnly } = field.inputOptions ?? {};
    const isRequired = required === true && !field.hidden && !readOnly && !changes.isOptional;
    const type = nestedForms.has(target)
      ? nestedType(nestedForms.get(target), field, inner)
      : valueType(field, changes.allowed, inner);
    const optional = type === 'unknown' ? type : `${type} | null | undefined`;
    return `${inner}${propertyKey(target)}${isRequired ? '' : '?'}: ${isRequired ? type : optional};\n`;
  });
  return properties.length === 0 ? '{}' : `{\n${properties.join('')}${indent}}`;
}

interface FieldChanges {
  /** True if a rule hides the field or makes it optional, so that its value can be missing. */
  readonly isOptional: boolean;
  /** Values that rules allow instead of the field's own choices. */
  readonly allowed: readonly unknown[];
}

/** Returns what the rules of a form may change about its fields, keyed by the ids of the fields. */
function changesByField({ formRules = [] }: FormSchema): ReadonlyMap<string, FieldChanges> {
  const byField = new Map<string, FieldChanges>();
  for (const override of formRules.flatMap(({ overrides = [] }) => overrides)) {
    const change = readOverride(override);
    if (!change) continue;
    const { hidden, required, allowedValues = [] } = change.state;
    const before = byField.get(change.fieldId) ?? { isOptional: false, allowed: [] };
    byField.set(change.fieldId, {
      isOptional: before.isOptional || hidden === true || required === false,
      allowed: [...before.allowed, ...allowedValues],
    });
  }
  return byField;
}

const nestedType = (form: FormSchema | undefined, field: Field, indent: string): string =>
  form ? printValues(applyOverrides(form, field), indent) : 'Record<string, unknown>';

function valueType(field: Field, allowedByRules: readonly unknown[], indent: string): string {
  const input = field.inputOptions ?? {};
  switch (input.inputType) {
    case 'STRING':
      return choiceType(choicesOf(input.stringOptions?.validation?.enum, field), allowedByRules, 'string');
    case 'NUMBER':
      return choiceType(choicesOf(input.numberOptions?.validation?.enum), allowedByRules, 'number');
    case 'BOOLEAN':
      return choiceType(choicesOf(input.booleanOptions?.validation?.enum), allowedByRules, 'boolean');
    case 'ARRAY': {
      const items = input.arrayOptions?.validation?.items ?? {};
      const own = items.itemType === 'NUMBER' ? items.numberOptions?.enum : items.stringOptions?.enum;
      return listOf(choiceType(choicesOf(own, field), allowedByRules, scalarName(items.itemType)));
    }
    case 'OBJECT':
      return objectType(input.objectOptions?.validation?.properties ?? {}, field.identifier === 'VAT_ID', indent);
    case 'OBJECT_ARRAY':
      return listOf(printValues({ formFields: repeaterFields(field) }, indent));
    case 'WIX_FILE':
      return 'readonly SubmittedFile[]';
    case 'ADDRESS': {
      const countries = input.addressOptions?.validation?.allowedCountries ?? [];
      return countries.length === 0 ? 'FormAddress' : `FormAddress<${unionOf(countries)}>`;
    }
    case 'SCHEDULING':
      return 'Appointment';
    case 'PAYMENT': {
      const products = input.paymentOptions?.validation?.products ?? [];
      const idsOf = (isDynamic: boolean) =>
        products.flatMap(({ id, priceType }) => (id && (priceType === 'DYNAMIC_PRICE') === isDynamic ? [id] : []));
      const choices = [
        [idsOf(false), 'string'],
        [idsOf(true), 'number'],
      ] as const;
      const types = choices.flatMap(([ids, price]) =>
        ids.length > 0 ? [`ChosenProduct<${unionOf(ids)}, ${price}>`] : [],
      );
      return listOf(types.join(' | ') || 'ChosenProduct');
    }
    default:
      return 'unknown';
  }
}

/** Returns the values that the field itself permits; undefined if it permits all values. */
function choicesOf(own: readonly unknown[] | undefined, field?: Field): readonly unknown[] | undefined {
  if (own && own.length > 0) return own;
  return field && optionValuesOf(field);
}

/** Returns a union of the choices, or `type` if any value is allowed. */
function choiceType(
  choices: readonly unknown[] | undefined,
  allowedByRules: readonly unknown[],
  type: 'string' | 'number' | 'boolean',
): string {
  const values = [...(choices ?? []), ...allowedByRules].filter((value) => typeof value === type);
  return choices === undefined || values.length === 0 ? type : unionOf(values as (string | number | boolean)[]);
}

function objectType(properties: Readonly<Record<string, PropertyRules>>, isVatId: boolean, indent: string): string {
  const known: Readonly<Record<string, PropertyRules>> = isVatId
    ? { id: { required: true }, type: {}, ...properties }
    : properties;
  const inner = `${indent}  `;
  const lines = Object.entries(known).map(([name, rules]) => {
    const type = partType(rules);
    return `${inner}${propertyKey(name)}${rules.required ? '' : '?'}: ${rules.required ? type : `${type} | null | undefined`};\n`;
  });
  return lines.length === 0 ? 'Record<string, never>' : `{\n${lines.join('')}${indent}}`;
}

function partType({
  propertiesType,
  stringOptions,
  numberOptions,
  booleanOptions,
  arrayOptions,
}: PropertyRules): string {
  switch (propertiesType) {
    case 'NUMBER':
      return choiceType(choicesOf(numberOptions?.enum), [], 'number');
    case 'BOOLEAN':
      return choiceType(choicesOf(booleanOptions?.enum), [], 'boolean');
    case 'ARRAY': {
      const { itemType, numberOptions: numbers, stringOptions: texts } = arrayOptions?.items ?? {};
      return listOf(
        choiceType(choicesOf(itemType === 'NUMBER' ? numbers?.enum : texts?.enum), [], scalarName(itemType)),
      );
    }
    default:
      return choiceType(choicesOf(stringOptions?.enum), [], 'string');
  }
}

const scalarName = (itemType: string | undefined): 'string' | 'number' | 'boolean' =>
  itemType === 'NUMBER' ? 'number' : itemType === 'BOOLEAN' ? 'boolean' : 'string';

const listOf = (element: string): string =>
  `readonly ${/^[\w<>' ,|]+$/.test(element) && !element.includes('|') ? element : `(${element})`}[]`;
