import { type Field, type FormSchema, isObject } from './model.ts';

/** Applies the `nestedFormOverrides` of a field to its nested form: they hide, show or require some of its fields. */
export function applyOverrides(form: FormSchema, nestedField: Field | undefined): FormSchema {
  const overrides = nestedField?.inputOptions?.nestedFormOverrides?.fieldOverrides;
  if (!isObject(overrides) || Object.keys(overrides).length === 0) return form;
  return {
    ...form,
    formFields: (form.formFields ?? []).map((field) => {
      const id = field.id ?? '';
      const { hidden, required } = Object.hasOwn(overrides, id) ? (overrides[id] ?? {}) : {};
      return {
        ...field,
        ...(typeof hidden === 'boolean' ? { hidden } : {}),
        ...(typeof required === 'boolean' && field.inputOptions
          ? { inputOptions: { ...field.inputOptions, required } }
          : {}),
      };
    }),
  };
}
