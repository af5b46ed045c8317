/**
 * A field of each kind, with the properties that the vendor's viewer needs in the earlier generation (forms contract
 * section 4.4).
 */
import type { Field } from '../../model.ts';
import { appKinds } from './app-kinds.ts';
import { inputField, type Json, options, textField } from './fields.ts';

export const fieldKinds: [string, Field, Json][] = [
  [
    'text',
    textField('TEXT_INPUT', 'TEXT_INPUT', { placeholder: 'p', default: 'd' }, { maxLength: 5, pattern: 'x' }),
    {
      view: { fieldType: 'TEXT_INPUT', label: 'L', hideLabel: false, placeholder: 'p', defaultValue: 'd' },
      validation: { required: true, string: { format: 'UNDEFINED', maxLength: 5, pattern: 'x' } },
    },
  ],
  [
    'e-mail',
    textField('CONTACTS_EMAIL', 'TEXT_INPUT', {}, { format: 'EMAIL' }),
    { view: { fieldType: 'CONTACTS_EMAIL' }, validation: { string: { format: 'EMAIL' } } },
  ],
  [
    'phone',
    textField(
      'CONTACTS_PHONE',
      'PHONE_INPUT',
      { defaultCountryCode: 'DE', showCountryFlag: true },
      { format: 'PHONE', phoneOptions: { allowedCountryCodes: ['DE'] } },
    ),
    { view: { defaultCountry: 'DE', showFlag: true } },
  ],
  [
    'url',
    textField('URL_INPUT', 'TEXT_INPUT', { showLabel: false }, { format: 'URL' }),
    { view: { fieldType: 'URL_INPUT', hideLabel: true } },
  ],
  [
    'radio',
    textField('RADIO_GROUP', 'RADIO_GROUP', { options, numberOfColumns: 'TWO' }, { enum: ['a'] }),
    {
      view: {
        options: [
          { id: 'o1', label: 'A', value: 'a' },
          { id: 'o2', label: 'B', value: 'b' },
        ],
        addOther: false,
        defaultValue: 'a',
        numberOfColumns: 2,
      },
    },
  ],
  [
    'dropdown',
    textField('DROPDOWN', 'DROPDOWN', { options, customOption: { label: 'Other', placeholder: 'which' } }),
    {
      view: { addOther: true, addOtherLabel: 'Other', addOtherPlaceholder: 'which' },
      validation: { string: { format: 'UNDEFINED' } },
    },
  ],
  [
    'date and time',
    textField(
      'DATE_TIME_INPUT',
      'DATE_TIME',
      { use24HourFormat: true, showPlaceholder: false },
      { format: 'DATE_TIME', dateTimeOptions: { minimum: '$now' } },
    ),
    { view: { fieldType: 'DATE_TIME_INPUT', use24HourFormat: true, hidePlaceholder: true } },
  ],
  [
    'date',
    textField('DATE_INPUT', 'DATE_INPUT', { showDateLabels: true }, { format: 'DATE' }),
    { view: { showDateLabels: true } },
  ],
  [
    'date picker',
    textField('DATE_PICKER', 'DATE_PICKER', { firstDayOfWeek: 'MONDAY' }, { format: 'DATE' }),
    { view: { firstDayOfWeek: 'MONDAY' } },
  ],
  [
    'time',
    textField('TIME_INPUT', 'TIME_INPUT', {}, { format: 'TIME' }),
    { validation: { string: { format: 'TIME' } } },
  ],
  [
    'number',
    inputField('NUMBER_INPUT', 'NUMBER', 'numberOptions', {
      componentType: 'NUMBER_INPUT',
      numberInputOptions: { label: 'L', default: 3 },
      validation: { minimum: 1 },
    }),
    { view: { defaultValue: 3 }, validation: { number: { minimum: 1 } } },
  ],
  [
    'rating',
    inputField('RATING_INPUT', 'NUMBER', 'numberOptions', {
      componentType: 'RATING_INPUT',
      ratingInputOptions: { label: 'L', defaultValue: 3 },
      validation: {},
    }),
    { view: { fieldType: 'RATING_INPUT', defaultValue: 3 } },
  ],
  [
    'checkbox',
    inputField('CHECKBOX', 'BOOLEAN', 'booleanOptions', {
      componentType: 'CHECKBOX',
      checkboxOptions: { label: { nodes: [] }, checked: true },
      validation: { enum: [true] },
    }),
    { view: { label: { nodes: [] }, defaultValue: true }, validation: { boolean: { enum: [true] } } },
  ],
  [
    'checkbox group',
    inputField('CHECKBOX_GROUP', 'ARRAY', 'arrayOptions', {
      componentType: 'CHECKBOX_GROUP',
      checkboxGroupOptions: { label: 'L', options },
      validation: {
        maxItems: 2,
        items: { itemType: 'STRING', stringOptions: { format: 'UNKNOWN_FORMAT' } },
      },
    }),
    { view: { defaultValue: ['a'] }, validation: { array: { maxItems: 2, items: { string: { enum: ['a', 'b'] } } } } },
  ],
  [
    'tags',
    inputField('TAGS', 'ARRAY', 'arrayOptions', {
      componentType: 'TAGS',
      tagsOptions: { options: [1, 2].map((value) => ({ label: 'T', value })) },
      validation: { items: { itemType: 'NUMBER', numberOptions: { maximum: 3 } } },
    }),
    { view: { fieldType: 'TAGS' }, validation: { array: { items: { number: { maximum: 3 } } } } },
  ],
  [
    'object',
    inputField('TEXT_INPUT', 'OBJECT', 'objectOptions', {
      validation: { properties: { x: { propertiesType: 'NUMBER', numberOptions: { minimum: 1 }, required: true } } },
    }),
    { validation: { object: { properties: { x: { number: { minimum: 1 }, required: true } } } } },
  ],
  [
    'file',
    inputField('FILE_UPLOAD', 'WIX_FILE', 'wixFileOptions', {
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
    inputField('MULTILINE_ADDRESS', 'ADDRESS', 'addressOptions', {
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
  ...appKinds,
];
