/** Builds fields for tests. */
import { componentOptionsName, type Field } from '../../model.ts';

export type Json = Record<string, unknown>;

export const inputField = (
  identifier: string,
  inputType: string,
  block: string,
  content: Json,
  more: Json = {},
): Field => ({
  id: 'f1',
  identifier,
  fieldType: 'INPUT',
  hidden: false,
  inputOptions: { target: 'f', pii: false, required: true, readOnly: false, inputType, [block]: content, ...more },
});
export const textField = (identifier: string, componentType: string, options: Json, validation: Json = {}) => {
  const name = componentOptionsName(componentType);
  return inputField(identifier, 'STRING', 'stringOptions', {
    componentType,
    [name]: { label: 'L', showLabel: true, ...options },
    validation: { format: 'UNKNOWN_FORMAT', ...validation },
  });
};
export const options = [
  { id: 'o1', label: 'A', value: 'a', default: true },
  { id: 'o2', label: 'B', value: 'b' },
];
