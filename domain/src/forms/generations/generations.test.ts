import { describe, expect, it } from 'vitest';
import type { Field, FormRule, Rule } from '../model.ts';
import { fromFormField, toFormField } from './fields.ts';
import { fromFormRule, toFormRule } from './rules.ts';

type Json = Record<string, unknown>;

const field = (identifier: string, inputType: string, block: string, content: Json, more: Json = {}): Field => ({
  id: 'f1',
  identifier,
  fieldType: 'INPUT',
  hidden: false,
  inputOptions: { target: 'f', pii: false, required: true, readOnly: false, inputType, [block]: content, ...more },
});
const text = (identifier: string, componentType: string, options: Json, validation: Json = {}) => {
  const name = `${componentType.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}Options`;
  return field(identifier, 'STRING', 'stringOptions', {
    componentType,
    [name]: { label: 'L', showLabel: true, ...options },
    validation: { format: 'UNKNOWN_FORMAT', ...validation },
  });
};
const options = [
  { id: 'o1', label: 'A', value: 'a', default: true },
  { id: 'o2', label: 'B', value: 'b' },
];

/** Each kind, with what the vendor's viewer must find in the earlier generation. */
const kinds: [string, Field, Json][] = [
  [
    'text',
    text('TEXT_INPUT', 'TEXT_INPUT', { placeholder: 'p', default: 'd' }, { maxLength: 5, pattern: 'x' }),
    {
      view: { fieldType: 'TEXT_INPUT', label: 'L', hideLabel: false, placeholder: 'p', defaultValue: 'd' },
      validation: { required: true, string: { format: 'UNDEFINED', maxLength: 5, pattern: 'x' } },
    },
  ],
  [
    'e-mail',
    text('CONTACTS_EMAIL', 'TEXT_INPUT', {}, { format: 'EMAIL' }),
    { view: { fieldType: 'CONTACTS_EMAIL' }, validation: { string: { format: 'EMAIL' } } },
  ],
  [
    'phone',
    text(
      'CONTACTS_PHONE',
      'PHONE_INPUT',
      { defaultCountryCode: 'DE', showCountryFlag: true },
      { format: 'PHONE', phoneOptions: { allowedCountryCodes: ['DE'] } },
    ),
    { view: { defaultCountry: 'DE', showFlag: true } },
  ],
  [
    'url',
    text('URL_INPUT', 'TEXT_INPUT', { showLabel: false }, { format: 'URL' }),
    { view: { fieldType: 'URL_INPUT', hideLabel: true } },
  ],
  [
    'radio',
    text('RADIO_GROUP', 'RADIO_GROUP', { options, numberOfColumns: 'TWO' }, { enum: ['a', 'b'] }),
    {
      view: {
        options: [
          { id: 'o1', label: 'A', value: 'a' },
          { id: 'o2', label: 'B', value: 'b' },
        ],
        addOther: false,
        defaultValue: 'a',
        numberOfColumns: 'TWO',
      },
    },
  ],
  [
    'dropdown',
    text('DROPDOWN', 'DROPDOWN', { options, customOption: { label: 'Other', placeholder: 'which' } }),
    {
      view: { addOther: true, addOtherLabel: 'Other', addOtherPlaceholder: 'which' },
      validation: { string: { format: 'UNDEFINED' } },
    },
  ],
  [
    'date and time',
    text(
      'DATE_TIME_INPUT',
      'DATE_TIME',
      { use24HourFormat: true, showPlaceholder: false },
      { format: 'DATE_TIME', dateTimeOptions: { minimum: '$now' } },
    ),
    { view: { fieldType: 'DATE_TIME_INPUT', use24HourFormat: true, hidePlaceholder: true } },
  ],
  [
    'date',
    text('DATE_INPUT', 'DATE_INPUT', { showDateLabels: true }, { format: 'DATE' }),
    { view: { showDateLabels: true } },
  ],
  [
    'date picker',
    text('DATE_PICKER', 'DATE_PICKER', { firstDayOfWeek: 'MONDAY' }, { format: 'DATE' }),
    { view: { firstDayOfWeek: 'MONDAY' } },
  ],
  ['time', text('TIME_INPUT', 'TIME_INPUT', {}, { format: 'TIME' }), { validation: { string: { format: 'TIME' } } }],
  [
    'number',
    field('NUMBER_INPUT', 'NUMBER', 'numberOptions', {
      componentType: 'NUMBER_INPUT',
      numberInputOptions: { label: 'L', default: 3 },
      validation: { minimum: 1 },
    }),
    { view: { defaultValue: 3 }, validation: { number: { minimum: 1 } } },
  ],
  [
    'rating',
    field('RATING_INPUT', 'NUMBER', 'numberOptions', {
      componentType: 'RATING_INPUT',
      ratingInputOptions: { label: 'L', defaultValue: 3 },
      validation: {},
    }),
    { view: { fieldType: 'RATING_INPUT', defaultValue: 3 } },
  ],
  [
    'checkbox',
    field('CHECKBOX', 'BOOLEAN', 'booleanOptions', {
      componentType: 'CHECKBOX',
      checkboxOptions: { label: { nodes: [] }, checked: true },
      validation: { enum: [true] },
    }),
    { view: { label: { nodes: [] }, defaultValue: true }, validation: { boolean: { enum: [true] } } },
  ],
  [
    'checkbox group',
    field('CHECKBOX_GROUP', 'ARRAY', 'arrayOptions', {
      componentType: 'CHECKBOX_GROUP',
      checkboxGroupOptions: { label: 'L', options },
      validation: {
        maxItems: 2,
        items: { itemType: 'STRING', stringOptions: { format: 'UNKNOWN_FORMAT', enum: ['a', 'b'] } },
      },
    }),
    { view: { defaultValue: ['a'] }, validation: { array: { maxItems: 2, items: { string: { enum: ['a', 'b'] } } } } },
  ],
  [
    'tags',
    field('TAGS', 'ARRAY', 'arrayOptions', {
      componentType: 'TAGS',
      tagsOptions: { options },
      validation: { items: { itemType: 'NUMBER', numberOptions: { maximum: 3 } } },
    }),
    { view: { fieldType: 'TAGS' }, validation: { array: { items: { number: { maximum: 3 } } } } },
  ],
  [
    'object',
    field('TEXT_INPUT', 'OBJECT', 'objectOptions', {
      validation: { properties: { x: { propertiesType: 'NUMBER', numberOptions: { minimum: 1 }, required: true } } },
    }),
    { validation: { object: { properties: { x: { number: { minimum: 1 }, required: true } } } } },
  ],
  [
    'file',
    field('FILE_UPLOAD', 'WIX_FILE', 'wixFileOptions', {
      componentType: 'FILE_UPLOAD',
      fileUploadOptions: { label: 'L', buttonText: 'Up' },
      validation: { fileLimit: 2, uploadFileFormats: ['IMAGE'] },
    }),
    {
      view: { valueSliderLimit: 2, uploadFileFormats: ['Image'], buttonText: 'Up' },
      validation: { predefined: { format: 'WIX_FILE' } },
    },
  ],
  [
    'address',
    field('MULTILINE_ADDRESS', 'ADDRESS', 'addressOptions', {
      componentType: 'MULTILINE_ADDRESS',
      multilineAddressOptions: { showCountryFlags: true },
      validation: { allowedCountries: ['DE'] },
    }),
    {
      view: { showCountryFlags: true },
      validation: {
        predefined: { format: 'MULTILINE_ADDRESS', multilineAddressOptions: { allowedCountries: ['DE'] } },
      },
    },
  ],
  [
    'submit button',
    {
      id: 'f1',
      identifier: 'SUBMIT_BUTTON',
      fieldType: 'DISPLAY',
      hidden: false,
      displayOptions: {
        displayFieldType: 'PAGE_NAVIGATION',
        pageNavigationOptions: { submitText: 'Send', nextPageText: 'Next', previousPageText: 'Back' },
      },
    },
    { view: { fieldType: 'SUBMIT_BUTTON', submitText: 'Send', nextText: 'Next', previousText: 'Back' } },
  ],
  [
    'rich text',
    {
      id: 'f1',
      identifier: 'RICH_TEXT',
      fieldType: 'DISPLAY',
      hidden: false,
      displayOptions: {
        displayFieldType: 'RICH_CONTENT',
        richContentOptions: { richContent: { nodes: [] }, maxShownParagraphs: 3 },
      },
    },
    { view: { fieldType: 'RICH_TEXT', content: { nodes: [] }, maxShownParagraphs: 3 } },
  ],
];

describe('a field in both generations', () => {
  it.each(kinds)('%s: the viewer finds what it needs, and the way back loses nothing', (_kind, one, seen) => {
    const older = toFormField(one);
    expect(older).toMatchObject({ id: 'f1', hidden: false, ...seen });
    expect(fromFormField(older)).toEqual(one);
  });

  it('gives a choice its list of values where the owner stated none, unless other answers are allowed', () => {
    const list = (more: Json) =>
      (toFormField(text('RADIO_GROUP', 'RADIO_GROUP', { options, ...more })).validation as { string: Json }).string
        .enum;
    expect(list({})).toEqual(['a', 'b']);
    expect(list({ customOption: {} })).toBeUndefined();
  });

  it('keeps what the designer added under its own name', () => {
    const older = toFormField(text('TEXT_INPUT', 'TEXT_INPUT', { media: { image: 'x' } }));
    expect(older.view).toMatchObject({ media: { image: 'x' } });
  });

  it('takes an integer for a number in steps of one', () => {
    const made = fromFormField({ id: 'i', target: 'i', validation: { integer: { minimum: 2 } }, view: {} });
    expect(made.inputOptions).toMatchObject({
      inputType: 'NUMBER',
      numberOptions: { validation: { minimum: 2, multipleOf: 1 } },
    });
  });
});

describe('a rule in both generations', () => {
  const fields = [text('TEXT_INPUT', 'TEXT_INPUT', {})];
  const present: Rule = {
    id: 'r1',
    name: 'Rule',
    expression: {
      and: {
        conditions: [
          { or: { conditions: [{ condition: { target: 'f', operator: 'LESS_THAN_OR_EQUALS', value: 3 } }] } },
          { condition: { target: 'gone', operator: 'IS_DATE_OLDER_THAN', value: [1, 'day'] } },
        ],
      },
    },
    overrides: [
      { entityType: 'FIELD', fieldOptions: { fieldId: 'f1', propertyType: 'HIDDEN', hiddenOptions: { hidden: true } } },
      {
        entityType: 'FIELD',
        fieldOptions: { fieldId: 'f1', propertyType: 'REQUIRED', requiredOptions: { required: false } },
      },
    ],
  };
  const earlier: FormRule = {
    id: 'r1',
    name: 'Rule',
    condition: {
      and: [
        { or: [{ fact: 'f1', operator: 'lessThanOrEqual', value: 3 }] },
        { fact: 'gone', operator: 'isDateOlderThan', value: [1, 'day'] },
      ],
    },
    overrides: [
      { entityType: 'FIELD', entityId: 'f1', valueChanges: { hidden: true } },
      { entityType: 'FIELD', entityId: 'f1', valueChanges: { 'validation.required': false } },
    ],
  };

  it('names fields by id and operators in camel case for the viewer', () => {
    expect(toFormRule(present, fields)).toEqual(earlier);
  });

  it('comes back as it was', () => {
    expect(fromFormRule(earlier, fields)).toEqual(present);
  });
});
