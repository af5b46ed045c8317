/** Reads and changes whether a field is required. */
import type { FormField } from '../draft.ts';

/**
 * Returns whether a field is required. A checkbox with `required` alone also accepts the answer `false`. Visitors must
 * tick it only if `true` is the only allowed value.
 */
export function isRequired({ inputOptions }: FormField): boolean {
  const mustBeTrue =
    inputOptions?.inputType !== 'BOOLEAN' || Array.isArray(inputOptions.booleanOptions?.validation?.enum);
  return inputOptions?.required === true && mustBeTrue;
}

/** Returns the field as required or optional. A required checkbox must be ticked. */
export function withRequired(field: FormField, required: boolean): FormField {
  const { booleanOptions, ...input } = field.inputOptions ?? {};
  if (input.inputType !== 'BOOLEAN') return { ...field, inputOptions: { ...field.inputOptions, required } };
  const { enum: _, ...validation } = booleanOptions?.validation ?? {};
  const allowed = required ? { enum: [true] } : {};
  return {
    ...field,
    inputOptions: {
      ...input,
      required,
      booleanOptions: { ...booleanOptions, validation: { ...validation, ...allowed } },
    },
  };
}
