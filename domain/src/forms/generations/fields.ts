/**
 * Converts a field between both generations of the vendor's format (forms contract section 4.4). The current generation
 * is stored, and responses derive the earlier one from it.
 */
import { blockName, componentOptions, componentOptionsName, type Field, type FormField, isObject } from '../model.ts';
import { formLimits, type InputType, isInputType } from '../vocabulary.ts';
import { componentOf, displayIdentifierOf, displayTypeOf, identifierOf, inputTypeOf } from './identifiers.ts';
import { fromInputView, toInputView } from './input-view.ts';
import { fromValidation, toValidation } from './validation.ts';
import { fromViewKeys, toViewKeys } from './view-keys.ts';

type Json = Record<string, unknown>;

/** Returns the field as the vendor's viewer reads it. */
export const toFormField = (field: Field): FormField => toField(field, formLimits.nesting);

/**
 * Converts a field of the earlier generation to the field that is stored. Omits properties that cannot be derived. The
 * checks on saving then report what is missing.
 */
export const fromFormField = (formField: FormField): Field => fromField(formField, formLimits.nesting);

function toField(field: Field, depth: number): FormField {
  const { id, identifier, hidden = false, inputOptions: input } = field;
  if (!input) return { id, hidden, view: displayView(field) };
  const { target, pii = false, readOnly = false, inputType, required = false } = input;
  const base = { id, ...(target === undefined ? {} : { target }), pii, hidden, readOnly, ...nestedOf(input) };
  if (!isInputType(inputType)) return { ...base, view: { fieldType: identifier }, validation: {} };

  const block = (input[blockName(inputType)] ?? {}) as { componentType?: string; validation?: Json };
  const { componentType: component = '', validation = {} } = block;
  const impliedComponent = componentOf(identifier || identifierOf(inputType, component), inputType, validation.format);
  const inner = (one: Field) => toField(one, depth - 1);
  return {
    ...base,
    // A nested form validates its own fields.
    validation: input.nestedFormId ? { required } : toValidation(field, inputType, validation),
    view: {
      ...toInputView(inputType, component, componentOptions(block), block, depth > 0 ? inner : () => ({})),
      ...(input.contactMapping ? { contactMapping: input.contactMapping } : {}),
      ...(component === '' || impliedComponent === component ? {} : { componentType: component }),
      fieldType: identifier || identifierOf(inputType, component),
    },
  };
}

/** Returns the properties that the earlier generation stores next to the view. */
const nestedOf = ({
  nestedFormId,
  nestedFormOverrides,
  dataExtensionsDetails,
}: Pick<FormField, 'nestedFormId' | 'nestedFormOverrides' | 'dataExtensionsDetails'>) => ({
  ...(nestedFormId === undefined ? {} : { nestedFormId }),
  ...(nestedFormOverrides === undefined ? {} : { nestedFormOverrides }),
  ...(dataExtensionsDetails === undefined ? {} : { dataExtensionsDetails }),
});

function fromField(formField: FormField, depth: number): Field {
  const { id, target, pii, hidden, readOnly, validation = {} } = formField;
  const { fieldType, contactMapping, componentType, ...viewOptions } = isObject(formField.view) ? formField.view : {};
  const identifier = typeof fieldType === 'string' ? fieldType : undefined;
  const base = {
    id,
    ...(identifier === undefined ? {} : { identifier }),
    ...(hidden === undefined ? {} : { hidden }),
  };
  const parsed = fromValidation(validation);
  if (target === undefined && parsed.inputType === null) return { ...base, ...displayField(identifier, viewOptions) };

  const input = {
    target,
    ...(pii === undefined ? {} : { pii }),
    required: validation.required === true,
    ...(readOnly === undefined ? {} : { readOnly }),
    ...(isObject(contactMapping) ? { contactMapping } : {}),
    ...nestedOf(formField),
  };
  const hasNoRules = Object.keys(validation).every((key) => key === 'required');
  const inputType = parsed.inputType ?? (hasNoRules ? typeWithoutValidation(formField, identifier) : null);
  if (inputType === null) return { ...base, fieldType: 'INPUT', inputOptions: input };

  const component = componentOf(identifier, inputType, parsed.rules.format, componentType);
  const inner = (one: FormField) => fromField(one, depth - 1);
  const { options, rules, ...settings } = fromInputView(
    inputType,
    component ?? '',
    viewOptions,
    depth > 0 ? inner : () => ({}),
  );
  return {
    ...base,
    fieldType: 'INPUT',
    inputOptions: {
      ...input,
      inputType,
      [blockName(inputType)]: {
        validation: withoutDerivedChoices(inputType, { ...parsed.rules, ...rules }, options),
        ...(component ? { componentType: component, [componentOptionsName(component)]: options } : {}),
        ...settings,
      },
    },
  };
}

/**
 * Returns the input type of a field without validation rules: OBJECT for a nested form, otherwise the type that the
 * identifier implies.
 */
const typeWithoutValidation = ({ nestedFormId }: FormField, identifier: string | undefined): InputType | null =>
  nestedFormId || identifier === 'NESTED_FORM' ? 'OBJECT' : inputTypeOf(identifier);

/**
 * Removes the list of allowed values if it equals the values of the options. Such a list was derived from the options,
 * and a stored copy would become stale.
 */
function withoutDerivedChoices(inputType: InputType, rules: Json, options: Json): Json {
  if (!Array.isArray(options.options) || isObject(options.customOption)) return rules;
  const values = JSON.stringify(options.options.filter(isObject).map((option) => option.value));
  const removeDerivedEnum = (one: unknown): unknown => {
    if (!isObject(one) || JSON.stringify(one.enum) !== values) return one;
    const { enum: _, ...rest } = one;
    return rest;
  };
  if (inputType === 'STRING') return removeDerivedEnum(rules) as Json;
  if (inputType !== 'ARRAY' || !isObject(rules.items)) return rules;
  const items = Object.entries(rules.items).map(([key, one]) => [key, removeDerivedEnum(one)]);
  return { ...rules, items: Object.fromEntries(items) };
}

const DISPLAY_BLOCKS: ReadonlyMap<string, string> = new Map([
  ['RICH_CONTENT', 'richContentOptions'],
  ['PAGE_NAVIGATION', 'pageNavigationOptions'],
]);

function displayView({ identifier, displayOptions = {} }: Field): Json {
  const { displayFieldType = '' } = displayOptions;
  const options = (displayOptions as Json)[DISPLAY_BLOCKS.get(displayFieldType) ?? ''];
  const view = toViewKeys(displayFieldType, isObject(options) ? options : {});
  const fieldType = identifier || displayIdentifierOf(displayFieldType);
  const isImplied = displayTypeOf(fieldType, view) === displayFieldType;
  return { ...view, ...(isImplied ? {} : { displayFieldType }), fieldType };
}

function displayField(identifier: string | undefined, viewOptions: Json): Field {
  const type = displayTypeOf(identifier, viewOptions);
  const { displayFieldType: _, ...rest } = viewOptions;
  const block = DISPLAY_BLOCKS.get(type);
  return {
    fieldType: 'DISPLAY',
    displayOptions: { displayFieldType: type, ...(block ? { [block]: fromViewKeys(type, rest) } : {}) },
  };
}
