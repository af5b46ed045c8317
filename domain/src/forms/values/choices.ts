import { blockName, componentOptions, type Field, isObject } from '../model.ts';
import { isInputType } from '../vocabulary.ts';

/** What the owner lists to choose from, as it is stored; empty for a field without a list. */
export function optionsOf({ inputOptions }: Field): readonly Record<string, unknown>[] {
  const { inputType } = inputOptions ?? {};
  if (!isInputType(inputType)) return [];
  const { options } = componentOptions(inputOptions?.[blockName(inputType)]);
  return Array.isArray(options) ? options.filter(isObject) : [];
}

/**
 * The values that a field's own list of options allows: undefined where the component has no options, or where the
 * owner lets people write something else (`customOption`).
 */
export function optionValues(field: Field): readonly unknown[] | undefined {
  const { inputType } = field.inputOptions ?? {};
  // products are not choices: their options repeat product ids
  if (!isInputType(inputType) || inputType === 'PAYMENT') return undefined;
  const { options, customOption } = componentOptions(field.inputOptions?.[blockName(inputType)]);
  if (!Array.isArray(options) || isObject(customOption)) return undefined;
  return optionsOf(field).map((option) => option.value);
}
