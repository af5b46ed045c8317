/** A field of each kind, with what the vendor's viewer must find in the earlier generation (forms contract section 4.4). */
import { componentOptionsName, type Field } from '../model.ts';

type Json = Record<string, unknown>;

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
  [
    'password',
    textField('PASSWORD', 'PASSWORD', { placeholder: 'p' }, { minLength: 8 }),
    { view: { fieldType: 'PASSWORD', placeholder: 'p' }, validation: { string: { minLength: 8 } } },
  ],
  [
    'services dropdown',
    textField('SERVICES_DROPDOWN', 'SERVICES_DROPDOWN', { options: [{ id: 'o1', label: 'Cut', value: 's1' }] }),
    { view: { fieldType: 'SERVICES_DROPDOWN', options: [{ id: 'o1', label: 'Cut', value: 's1' }] } },
  ],
  [
    'services multi choice',
    inputField('SERVICES_MULTI_CHOICE', 'ARRAY', 'arrayOptions', {
      componentType: 'SERVICES_CHECKBOX_GROUP',
      servicesCheckboxGroupOptions: { label: 'L', showLabel: true, options, numberOfColumns: 'ZERO' },
      validation: { items: { itemType: 'STRING', stringOptions: { format: 'UNKNOWN_FORMAT' } } },
    }),
    { view: { fieldType: 'SERVICES_MULTI_CHOICE', numberOfColumns: 0, defaultValue: ['a'] } },
  ],
  [
    'quiz question',
    inputField('QUIZ_MULTI_CHOICE', 'ARRAY', 'arrayOptions', {
      componentType: 'CHECKBOX_GROUP',
      checkboxGroupOptions: { label: 'L', showLabel: true, options },
      quizFieldSettings: { score: 2, correctAnswersList: { correctAnswers: ['a'] }, correctAnswerMessage: 'Yes' },
      validation: { items: { itemType: 'STRING', stringOptions: { format: 'UNKNOWN_FORMAT' } } },
    }),
    { view: { score: 2, correctAnswers: ['a'] } },
  ],
  [
    'signature',
    inputField('SIGNATURE', 'WIX_FILE', 'wixFileOptions', {
      componentType: 'SIGNATURE',
      signatureOptions: { label: 'L', showLabel: true, imageUploadEnabled: true },
      validation: {},
    }),
    { view: { uploadEnabled: true, hideLabel: false }, validation: { predefined: { format: 'WIX_FILE' } } },
  ],
  [
    'products',
    inputField('PRODUCT_LIST', 'PAYMENT', 'paymentOptions', {
      componentType: 'CHECKBOX_GROUP',
      checkboxGroupOptions: {
        label: 'L',
        showLabel: true,
        imageFit: 'CONTAIN',
        options: [{ label: 'A', value: 'p1' }],
      },
      validation: {
        minItems: 1,
        products: [
          { id: 'p1', productType: 'DIGITAL', priceType: 'FIXED_PRICE', fixedPriceOptions: { price: '9.50' } },
        ],
      },
    }),
    {
      view: { fieldType: 'PRODUCT_LIST', imageResize: 'FIT', options: [{ label: 'A', value: 'p1' }], defaultValue: [] },
      validation: { predefined: { format: 'PAYMENT', paymentOptions: { minItems: 1, products: [{ id: 'p1' }] } } },
    },
  ],
  [
    'donation',
    inputField('DONATION', 'PAYMENT', 'paymentOptions', {
      componentType: 'DONATION_INPUT',
      donationInputOptions: {
        label: 'L',
        showLabel: true,
        numberOfColumns: 'THREE',
        options: [{ value: 'p1', default: true }],
        customOption: { label: 'Other', placeholder: '0' },
      },
      validation: { products: [{ id: 'p1', priceType: 'DYNAMIC_PRICE', dynamicPriceOptions: { minPrice: '1' } }] },
    }),
    { view: { fieldType: 'DONATION', addOther: true, addOtherLabel: 'Other', defaultValue: 'p1', numberOfColumns: 3 } },
  ],
  [
    'payment',
    inputField('PAYMENT_INPUT', 'PAYMENT', 'paymentOptions', {
      componentType: 'PAYMENT_INPUT',
      paymentInputOptions: { label: 'L', showLabel: true, placeholder: '0.00' },
      validation: { products: [{ id: 'p1', priceType: 'DYNAMIC_PRICE', dynamicPriceOptions: { minPrice: '1' } }] },
    }),
    { view: { fieldType: 'PAYMENT_INPUT', placeholder: '0.00' } },
  ],
  [
    'fixed payment',
    inputField('FIXED_PAYMENT', 'PAYMENT', 'paymentOptions', {
      componentType: 'FIXED_PAYMENT',
      fixedPaymentOptions: { label: 'L', showLabel: false },
      validation: { products: [{ id: 'p1', priceType: 'FIXED_PRICE', fixedPriceOptions: { price: '5' } }] },
    }),
    { view: { fieldType: 'FIXED_PAYMENT', hideLabel: true } },
  ],
  ...(
    [
      [
        'appointment at an address',
        'IN_PERSON',
        { inPersonOptions: { locations: [{ customAddress: 'Main St' }] } },
        { formatDescription: 'Main St', locationType: 'CUSTOM_LOCATION' },
      ],
      [
        'appointment at a location',
        'IN_PERSON',
        { inPersonOptions: { locations: [{ businessLocationId: 'l1' }] } },
        { locationIds: ['l1'], locationType: 'OS_LOCATION' },
      ],
      [
        'appointment by video',
        'VIDEO_CONFERENCE',
        { videoConferenceOptions: { description: 'link' } },
        { formatDescription: 'link' },
      ],
      ['appointment by phone', 'PHONE', { phoneOptions: { description: 'we call' } }, { formatDescription: 'we call' }],
    ] as [string, string, Json, Json][]
  ).map(([name, format, place, seen]): [string, Field, Json] => [
    name,
    inputField('APPOINTMENT', 'SCHEDULING', 'schedulingOptions', {
      componentType: 'APPOINTMENT',
      appointmentOptions: {
        label: 'L',
        showLabel: true,
        name: 'Talk',
        durationInMinutes: 30,
        manualApprovalRequired: false,
        staffIds: ['s1'],
        format,
        ...place,
      },
      validation: {},
    }),
    {
      view: { name: 'Talk', duration: 30, staffIds: ['s1'], format, formatDescriptionType: format, ...seen },
      validation: { predefined: { format: 'SCHEDULING' } },
    },
  ]),
  [
    'repeater',
    inputField('EVENTS_REPEATER', 'OBJECT_ARRAY', 'objectArrayOptions', {
      componentType: 'REPEATER',
      repeaterOptions: {
        label: 'Guests',
        showLabel: true,
        fields: [textField('CONTACTS_FIRST_NAME', 'TEXT_INPUT', {}, { maxLength: 5 })],
        layout: { large: { items: [{ fieldId: 'f1', row: 0, column: 0, width: 12, height: 1 }] } },
      },
      validation: { minItems: 1, maxItems: 3 },
    }),
    {
      view: {
        fieldType: 'EVENTS_REPEATER',
        fields: [
          {
            id: 'f1',
            target: 'f',
            view: { fieldType: 'CONTACTS_FIRST_NAME' },
            validation: { string: { maxLength: 5 } },
          },
        ],
      },
      validation: { predefined: { format: 'OBJECT_ARRAY', objectArrayOptions: { minItems: 1, maxItems: 3 } } },
    },
  ],
  [
    'form inside a form',
    inputField(
      'NESTED_FORM',
      'OBJECT',
      'objectOptions',
      { validation: {} },
      { nestedFormId: 'n1', nestedFormOverrides: { fieldOverrides: { x: { hidden: true } } } },
    ),
    {
      nestedFormId: 'n1',
      nestedFormOverrides: { fieldOverrides: { x: { hidden: true } } },
      validation: { required: true },
    },
  ],
  [
    'component that the identifier does not tell',
    textField('5f0c9d2e', 'DROPDOWN', { options }),
    { view: { fieldType: '5f0c9d2e', componentType: 'DROPDOWN' } },
  ],
  [
    'login bar',
    {
      id: 'f1',
      identifier: 'MY_BAR',
      fieldType: 'DISPLAY',
      hidden: true,
      displayOptions: { displayFieldType: 'LOGIN_BAR' },
    },
    { hidden: true, view: { fieldType: 'MY_BAR', displayFieldType: 'LOGIN_BAR' } },
  ],
];
