/** Where the parts of a field stand that depend on its type and component. */
import { blockName, componentOptionsName, isInputType, isObject } from '@portico/domain';
import type { FormField } from '../draft.ts';

/** Where the component's looks stand in a field: `inputOptions.stringOptions.textInputOptions`; null where it has none. */
export function looksPath(field: FormField): string | null {
  const [block, component] = [blockPath(field), componentOf(field)];
  return block && component ? `${block}.${componentOptionsName(component)}` : null;
}

/** Where the block of its type stands: `inputOptions.stringOptions`. */
export function blockPath({ inputOptions }: FormField): string | null {
  const inputType = inputOptions?.inputType;
  return isInputType(inputType) ? `inputOptions.${blockName(inputType)}` : null;
}

export const componentOf = (field: FormField): string => {
  const block = blockPath(field)?.slice(13);
  const one = block ? (field.inputOptions as Record<string, unknown> | undefined)?.[block] : undefined;
  return isObject(one) && typeof one.componentType === 'string' ? one.componentType : '';
};
