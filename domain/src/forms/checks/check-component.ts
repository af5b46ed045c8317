/** Checks that a component belongs to the input type of its field, and checks the options of choices. */
import { blockName, componentOptions, type InputOptions, isObject } from '../model.ts';
import {
  choiceComponents,
  componentsByInputType,
  customChoiceComponents,
  formLimits,
  type InputType,
} from '../vocabulary.ts';

type Block = { componentType?: string } | undefined;

export function findComponentProblems(inputType: InputType, block: object | undefined): string[] {
  const { componentType } = (block as Block) ?? {};
  const known: readonly string[] = componentsByInputType[inputType];
  if (known.length === 0 || (componentType !== undefined && known.includes(componentType))) return [];
  return [`there is no component ${componentType?.slice(0, 50) ?? '(none)'} for ${inputType}`];
}

/**
 * Checks the options of a choice. The vendor's server silently turns a choice with malformed options into a text
 * box.
 */
export function findOptionProblems(input: InputOptions, inputType: InputType): string[] {
  const block = input[blockName(inputType)];
  const component = (block as Block)?.componentType;
  const { options, customOption } = componentOptions(block);
  const isFree = (customChoiceComponents as readonly unknown[]).includes(component);
  if (!isFree && !(choiceComponents as readonly unknown[]).includes(component)) return [];

  const hasOtherSource = isFree || isObject(customOption) || listAllowedValues(input).length > 0;
  if (options === undefined && hasOtherSource) return [];
  if (!Array.isArray(options)) return ['the options must be a list'];
  if (options.length === 0 && !hasOtherSource) return ['there must be at least one option'];
  const values = options.map((option) => (isObject(option) ? option.value : undefined));
  const isValue = VALUE_CHECKS[valueTypeOf(input, inputType)] ?? isText;
  const malformedIndex = options.findIndex(
    (option, index) => !isObject(option) || !isValue(values[index]) || !isLabel(option),
  );
  if (malformedIndex !== -1) {
    return [`option ${malformedIndex} must be an object with a value of the field's type and, if any, a label as text`];
  }
  return new Set(values).size === values.length ? [] : ['two options have the same value'];
}

/** Returns the list of allowed values in the validation rules. */
function listAllowedValues(input: InputOptions): readonly unknown[] {
  const { items } = input.arrayOptions?.validation ?? {};
  return (
    input.stringOptions?.validation?.enum ??
    items?.stringOptions?.enum ??
    items?.numberOptions?.enum ??
    items?.booleanOptions?.enum ??
    []
  );
}

const valueTypeOf = (input: InputOptions, inputType: InputType): string =>
  inputType === 'ARRAY' ? (input.arrayOptions?.validation?.items?.itemType ?? 'STRING') : 'STRING';

const isText = (value: unknown): boolean =>
  typeof value === 'string' && value !== '' && value.length <= formLimits.textLength;

const VALUE_CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  STRING: isText,
  NUMBER: (value) => typeof value === 'number',
  BOOLEAN: (value) => typeof value === 'boolean',
};

const isLabel = ({ label }: Record<string, unknown>): boolean =>
  label === undefined || label === null || (typeof label === 'string' && label.length <= 400);
