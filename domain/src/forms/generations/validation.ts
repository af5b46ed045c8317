/**
 * Converts validation rules between both generations of the vendor's format: the current one has a block for each input
 * type, the earlier one has a single `validation` object (forms contract section 4.4).
 */
import { type Field, isObject } from '../model.ts';
import { optionValuesOf } from '../values/choices.ts';
import type { InputType } from '../vocabulary.ts';

type Json = Record<string, unknown>;

/** Maps each input type that has its own key in `validation` to that key. */
const PLAIN_KEYS = {
  STRING: 'string',
  NUMBER: 'number',
  BOOLEAN: 'boolean',
  ARRAY: 'array',
  OBJECT: 'object',
} as const;
/** The other input types share `validation.predefined`, whose format distinguishes them. */
const PREDEFINED_FORMATS = {
  WIX_FILE: 'WIX_FILE',
  PAYMENT: 'PAYMENT',
  SCHEDULING: 'SCHEDULING',
  ADDRESS: 'MULTILINE_ADDRESS',
  OBJECT_ARRAY: 'OBJECT_ARRAY',
} as const;
const PREDEFINED_OPTIONS: Readonly<Record<string, string>> = {
  PAYMENT: 'paymentOptions',
  ADDRESS: 'multilineAddressOptions',
  OBJECT_ARRAY: 'objectArrayOptions',
};
const ITEM_KEYS = [
  ['STRING', 'stringOptions', 'string'],
  ['NUMBER', 'numberOptions', 'number'],
  ['BOOLEAN', 'booleanOptions', 'boolean'],
  ['ARRAY', 'arrayOptions', 'array'],
] as const;

/** Returns the `validation` of the earlier generation. */
export function toValidation(field: Field, inputType: InputType, rules: Json): Json {
  const required = field.inputOptions?.required ?? false;
  if (inputType in PREDEFINED_FORMATS) {
    const format = PREDEFINED_FORMATS[inputType as keyof typeof PREDEFINED_FORMATS];
    const key = PREDEFINED_OPTIONS[inputType];
    return { required, predefined: { format, ...(key ? { [key]: rules } : {}) } };
  }
  const key = PLAIN_KEYS[inputType as keyof typeof PLAIN_KEYS];
  return { required, [key]: toPlainRules(inputType, rules, optionValuesOf(field)) };
}

function toPlainRules(inputType: InputType, rules: Json, choices: readonly unknown[] | undefined): Json {
  switch (inputType) {
    case 'STRING':
      return toStringRules(rules, choices);
    case 'ARRAY':
      return toArrayRules(rules, choices);
    case 'OBJECT':
      return {
        ...rules,
        properties: Object.fromEntries(
          Object.entries((rules.properties ?? {}) as Json).map(([name, property]) => [name, toProperty(property)]),
        ),
      };
    default:
      return rules;
  }
}

/** A missing `format` becomes UNDEFINED. Choices without a custom option take their allowed values from the options. */
function toStringRules(rules: Json, choices: readonly unknown[] | undefined): Json {
  const format = rules.format === undefined || rules.format === 'UNKNOWN_FORMAT' ? 'UNDEFINED' : rules.format;
  return withChoices({ ...rules, format }, choices);
}

function withChoices(rules: Json, choices: readonly unknown[] | undefined): Json {
  const allowedValues = Array.isArray(rules.enum) && rules.enum.length > 0 ? rules.enum : choices;
  return allowedValues ? { ...rules, enum: [...allowedValues] } : rules;
}

function toArrayRules(rules: Json, choices: readonly unknown[] | undefined): Json {
  const { items, ...rest } = rules;
  if (!isObject(items)) return rest;
  const { itemType, ...options } = items;
  const entry = ITEM_KEYS.find(([type]) => type === itemType) ?? ITEM_KEYS[0];
  const inner = (options[entry[1]] ?? {}) as Json;
  const converted = entry[0] === 'STRING' ? toStringRules(inner, choices) : withChoices(inner, choices);
  return { ...rest, items: { [entry[2]]: converted } };
}

function toProperty(property: unknown): unknown {
  if (!isObject(property)) return property;
  const { propertiesType, ...rest } = property;
  const entry = ITEM_KEYS.find(([type]) => type === propertiesType);
  if (!entry) return rest;
  const { [entry[1]]: inner = {}, ...others } = rest;
  const rules = inner as Json;
  const converted =
    entry[0] === 'STRING'
      ? toStringRules(rules, undefined)
      : entry[0] === 'ARRAY'
        ? toArrayRules(rules, undefined)
        : rules;
  return { ...others, [entry[2]]: converted };
}

/**
 * Returns the input type that a `validation` of the earlier generation implies, and its rules in the current
 * generation.
 */
export function fromValidation(validation: Json): { inputType: InputType | null; rules: Json } {
  const { predefined } = validation;
  if (isObject(predefined)) {
    const entry = Object.entries(PREDEFINED_FORMATS).find(([, format]) => format === predefined.format);
    const inputType = (entry?.[0] as InputType | undefined) ?? null;
    const rules = inputType ? predefined[PREDEFINED_OPTIONS[inputType] ?? ''] : undefined;
    return { inputType, rules: isObject(rules) ? rules : {} };
  }
  if (isObject(validation.integer)) {
    return { inputType: 'NUMBER', rules: { multipleOf: 1, ...validation.integer } };
  }
  for (const [type, key] of Object.entries(PLAIN_KEYS)) {
    const rules = validation[key];
    if (isObject(rules)) return { inputType: type as InputType, rules: fromPlainRules(type as InputType, rules) };
  }
  return { inputType: null, rules: {} };
}

function fromPlainRules(inputType: InputType, rules: Json): Json {
  if (inputType === 'STRING') return fromStringRules(rules);
  if (inputType === 'ARRAY') return fromArrayRules(rules);
  if (inputType !== 'OBJECT') return rules;
  const properties = Object.entries((rules.properties ?? {}) as Json).map(([name, property]) => {
    if (!isObject(property)) return [name, property];
    const entry = ITEM_KEYS.find(([, , key]) => isObject(property[key]));
    if (!entry) return [name, property];
    const { [entry[2]]: inner, ...rest } = property;
    return [name, { ...rest, propertiesType: entry[0], [entry[1]]: fromPlainRules(entry[0], inner as Json) }];
  });
  return { ...rules, properties: Object.fromEntries(properties) };
}

function fromStringRules(rules: Json): Json {
  const { format, ...rest } = rules;
  return { ...rest, format: format === undefined || format === 'UNDEFINED' ? 'UNKNOWN_FORMAT' : format };
}

function fromArrayRules(rules: Json): Json {
  const { items, ...rest } = rules;
  if (!isObject(items)) return rest;
  if (isObject(items.integer)) {
    return { ...rest, items: { itemType: 'NUMBER', numberOptions: { multipleOf: 1, ...items.integer } } };
  }
  // No current component accepts a list of objects, so saving the form reports it.
  if (isObject(items.object)) return { ...rest, items: { itemType: 'OBJECT', objectOptions: items.object } };
  const entry = ITEM_KEYS.find(([, , key]) => isObject(items[key])) ?? ITEM_KEYS[0];
  const inner = (items[entry[2]] ?? {}) as Json;
  return {
    ...rest,
    items: { itemType: entry[0], [entry[1]]: entry[0] === 'STRING' ? fromStringRules(inner) : inner },
  };
}
