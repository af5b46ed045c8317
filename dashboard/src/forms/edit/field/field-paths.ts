/** Paths of the parts of a field that depend on its input type and component. */
import { blockName, componentOptionsName, isInputType, isObject } from '@portico/domain';
import type { FormField } from '../draft.ts';

/** Returns the path of the options of the component, e.g. `inputOptions.stringOptions.textInputOptions`, or null. */
export function componentOptionsPath(field: FormField): string | null {
  const [block, component] = [blockPath(field), componentOf(field)];
  return block && component ? `${block}.${componentOptionsName(component)}` : null;
}

/** Returns the path of the options of the input type, e.g. `inputOptions.stringOptions`, or null. */
export function blockPath({ inputOptions }: FormField): string | null {
  const inputType = inputOptions?.inputType;
  return isInputType(inputType) ? `inputOptions.${blockName(inputType)}` : null;
}

/** Returns the component type of a field, or an empty string. */
export const componentOf = (field: FormField): string => {
  const block = blockPath(field)?.slice('inputOptions.'.length);
  const options = block ? (field.inputOptions as Record<string, unknown> | undefined)?.[block] : undefined;
  return isObject(options) && typeof options.componentType === 'string' ? options.componentType : '';
};
