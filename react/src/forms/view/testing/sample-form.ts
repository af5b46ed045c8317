/** A form with one field of each rendered kind, whose layout order differs from its list order. */
import type { ShownForm } from '../describe-form.ts';

const input = (id: string, target: string, inputOptions: object, identifier?: string) => ({
  id,
  identifier,
  fieldType: 'INPUT',
  inputOptions: { target, ...inputOptions },
});

const text = (componentType: string, validation: object, options: object) => ({
  inputType: 'STRING',
  stringOptions: { componentType, validation, ...options },
});

const COLOURS = [
  { value: 'red', label: 'Red' },
  { value: 'blue', label: 'Blue', default: true },
];

export const sampleForm: ShownForm = {
  formFields: [
    input('1', 'name', {
      ...text('TEXT_INPUT', { maxLength: 50 }, { textInputOptions: { label: 'Name' } }),
      required: true,
    }),
    input(
      '2',
      'email',
      text('TEXT_INPUT', { format: 'EMAIL' }, { textInputOptions: { label: 'E-mail' } }),
      'CONTACTS_EMAIL',
    ),
    input('3', 'phone', text('PHONE_INPUT', { format: 'PHONE' }, { phoneInputOptions: { label: 'Phone' } })),
    input('4', 'web', text('TEXT_INPUT', { format: 'URL' }, { textInputOptions: { label: 'Web' } })),
    input(
      '5',
      'day',
      text('DATE_PICKER', { format: 'DATE', dateOptions: { minimum: '2024-01-01', maximum: '$now' } }, {}),
    ),
    input('6', 'hour', text('TIME_INPUT', { format: 'TIME' }, {})),
    input('7', 'moment', text('DATE_TIME', { format: 'DATE_TIME' }, {})),
    input('8', 'age', {
      inputType: 'NUMBER',
      numberOptions: { componentType: 'NUMBER_INPUT', validation: { minimum: 0, multipleOf: 1 } },
    }),
    input('9', 'stars', { inputType: 'NUMBER', numberOptions: { componentType: 'RATING_INPUT' } }),
    input('10', 'topic', {
      ...text(
        'RADIO_GROUP',
        {},
        {
          radioGroupOptions: { label: 'Topic', options: [{ value: 'books' }], customOption: { label: 'Else' } },
        },
      ),
    }),
    input('11', 'country', text('DROPDOWN', {}, { dropdownOptions: { label: 'Country', options: COLOURS } })),
    input('12', 'colours', {
      inputType: 'ARRAY',
      arrayOptions: { componentType: 'CHECKBOX_GROUP', checkboxGroupOptions: { label: 'Colours', options: COLOURS } },
    }),
    input('13', 'copy', {
      inputType: 'BOOLEAN',
      booleanOptions: { componentType: 'CHECKBOX', checkboxOptions: { label: 'Copy', checked: true } },
    }),
    input('14', 'terms', {
      required: true,
      inputType: 'BOOLEAN',
      booleanOptions: {
        componentType: 'CHECKBOX',
        validation: { enum: [true] },
        checkboxOptions: {
          label: { nodes: [{ type: 'PARAGRAPH', nodes: [{ type: 'TEXT', textData: { text: 'Terms' } }] }] },
        },
      },
    }),
    input('15', 'message', text('TEXT_INPUT', {}, { textInputOptions: { label: 'Message' } }), 'TEXT_AREA'),
    input('16', 'file', { inputType: 'WIX_FILE' }),
    {
      id: '17',
      fieldType: 'DISPLAY',
      displayOptions: {
        displayFieldType: 'PAGE_NAVIGATION',
        pageNavigationOptions: { submitText: 'Send' },
      },
    },
    {
      id: '18',
      fieldType: 'DISPLAY',
      displayOptions: { displayFieldType: 'RICH_CONTENT', richContentOptions: { richContent: { nodes: [] } } },
    },
  ],
  steps: [
    {
      layout: {
        large: {
          items: [
            { fieldId: '2', row: 1, column: 0 },
            { fieldId: '1', row: 0, column: 6 },
            { fieldId: '18', row: 0, column: 0 },
          ],
        },
      },
    },
  ],
};
