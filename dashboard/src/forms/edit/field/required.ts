/** Whether a field has to be answered. */
import type { FormField } from '../draft.ts';

/** A checkbox has to be ticked: “no” is an answer too, only the list of allowed values makes a tick necessary. */
export function isRequired({ inputOptions }: FormField): boolean {
  const isForced =
    inputOptions?.inputType !== 'BOOLEAN' || Array.isArray(inputOptions.booleanOptions?.validation?.enum);
  return inputOptions?.required === true && isForced;
}

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
