import { blockName, componentOptions, type Field, isObject } from '../model.ts';
import { isInputType } from '../vocabulary.ts';

/**
 * Returns the owner's options of a field as they are stored. Returns an empty list for a field without options.
 */
export function optionsOf({ inputOptions }: Field): readonly Record<string, unknown>[] {
  const { inputType } = inputOptions ?? {};
  if (!isInputType(inputType)) return [];
  const { options } = componentOptions(inputOptions?.[blockName(inputType)]);
  return Array.isArray(options) ? options.filter(isObject) : [];
}

/**
 * Returns the values that the options of a field allow. Returns undefined if the component has no options or the owner
 * allows other answers (`customOption`).
 */
export function optionValuesOf(field: Field): readonly unknown[] | undefined {
  const { inputType } = field.inputOptions ?? {};
  // The options of a payment field contain product ids, not choices.
  if (!isInputType(inputType) || inputType === 'PAYMENT') return undefined;
  const { options, customOption } = componentOptions(field.inputOptions?.[blockName(inputType)]);
  if (!Array.isArray(options) || isObject(customOption)) return undefined;
  return optionsOf(field).map((option) => option.value);
}
