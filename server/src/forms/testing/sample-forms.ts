/** Sample fields and forms. */
import { randomUUID } from 'node:crypto';

type Json = Record<string, unknown>;

export const input = (target: string, inputType: string, block: string, content: Json, more: Json = {}) => ({
  id: randomUUID(),
  identifier: 'TEXT_INPUT',
  fieldType: 'INPUT',
  hidden: false,
  inputOptions: { target, inputType, required: false, [block]: content, ...more },
});

export const text = (target: string, validation: Json = {}, more: Json = {}) =>
  input(
    target,
    'STRING',
    'stringOptions',
    { componentType: 'TEXT_INPUT', textInputOptions: { label: target, showLabel: true }, validation },
    more,
  );

/** A field whose value is a submission of a nested form. */
export const nestedForm = (target: string, nestedFormId: string, more: Json = {}) => ({
  ...input(target, 'OBJECT', 'objectOptions', {}, { nestedFormId, ...more }),
  identifier: 'NESTED_FORM',
});

/** Rich content, the format of checkbox labels. */
export const paragraphOf = (words: string): Json => ({
  type: 'PARAGRAPH',
  nodes: [{ type: 'TEXT', textData: { text: words, decorations: [] } }],
});

const options = ['red', 'green'].map((value) => ({ id: randomUUID(), label: value, value }));

/** A form with every kind of field except files, payments and appointments. */
export const contactForm = () => ({
  name: 'Contact',
  namespace: 'wix.form_app.form',
  formFields: [
    text('name', { maxLength: 20 }, { required: true }),
    text('email', { format: 'EMAIL' }, { required: true }),
    text('phone', { format: 'PHONE' }),
    text('code', { pattern: '^[A-Z]{2}$' }),
    input('colour', 'STRING', 'stringOptions', {
      componentType: 'RADIO_GROUP',
      radioGroupOptions: { label: 'Colour', options },
      validation: {},
    }),
    input('tags', 'ARRAY', 'arrayOptions', {
      componentType: 'CHECKBOX_GROUP',
      checkboxGroupOptions: { label: 'Tags', options },
      validation: { maxItems: 2, items: { itemType: 'STRING', stringOptions: {} } },
    }),
    input('age', 'NUMBER', 'numberOptions', {
      componentType: 'NUMBER_INPUT',
      numberInputOptions: { label: 'Age' },
      validation: { minimum: 0, maximum: 150 },
    }),
    input('agreed', 'BOOLEAN', 'booleanOptions', {
      componentType: 'CHECKBOX',
      checkboxOptions: { label: 'I agree' },
      validation: { enum: [true] },
    }),
    {
      id: randomUUID(),
      identifier: 'SUBMIT_BUTTON',
      fieldType: 'DISPLAY',
      hidden: false,
      displayOptions: { displayFieldType: 'PAGE_NAVIGATION', pageNavigationOptions: { submitText: 'Send' } },
    },
  ],
});
