/**
 * Fields of the vendor's other products: services, quizzes, payments, appointments and repeaters. The tuples have the
 * same format as those in kinds.ts.
 */
import type { Field } from '../../model.ts';
import { inputField, type Json, options, textField } from './fields.ts';

export const appKinds: [string, Field, Json][] = [
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
  ).map(([name, format, location, seen]): [string, Field, Json] => [
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
        ...location,
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
    'nested form',
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
    'component that the identifier does not imply',
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
