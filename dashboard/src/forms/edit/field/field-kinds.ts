/** The kinds of fields that an owner can add to a form, with their initial settings (forms contract, 4.1 and 4.2). */
import { blockName, componentOptionsName, isInputType } from '@portico/domain';
import type { FormField } from '../draft.ts';

export interface FieldKind {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  /** Creates a field of this kind without id and target. */
  readonly make: (label: string) => Omit<FormField, 'id'>;
}

type Json = Record<string, unknown>;

interface InputSpec {
  component?: string;
  identifier?: string;
  componentOptions?: Json;
  validation?: Json;
  contact?: Json;
  pii?: boolean;
}

/** Returns rich content with one paragraph. */
export const paragraphOf = (text: string) => ({
  nodes: [
    {
      type: 'PARAGRAPH',
      id: crypto.randomUUID(),
      nodes: [{ type: 'TEXT', id: '', nodes: [], textData: { text, decorations: [] } }],
    },
  ],
});

/** @param spec a function if the spec contains generated ids, which must differ for each field */
const inputField =
  (inputType: string, identifier: string, spec: InputSpec | ((label: string) => InputSpec) = {}) =>
  (label: string): Omit<FormField, 'id'> => {
    const { component, componentOptions, validation, contact, pii } = typeof spec === 'function' ? spec(label) : spec;
    const block = isInputType(inputType) ? blockName(inputType) : '';
    return {
      identifier,
      fieldType: 'INPUT',
      hidden: false,
      inputOptions: {
        inputType,
        required: false,
        readOnly: false,
        pii: pii ?? contact !== undefined,
        ...(contact ? { contactMapping: contact } : {}),
        [block]: {
          validation: validation ?? {},
          ...(component
            ? {
                componentType: component,
                [componentOptionsName(component)]: { label, showLabel: true, ...componentOptions },
              }
            : {}),
        },
      } as FormField['inputOptions'],
    };
  };

const text = (identifier: string, spec: InputSpec = {}) =>
  inputField('STRING', identifier, { component: 'TEXT_INPUT', ...spec });
const contactMappingTo = (contactField: string, more: Json = {}): Json => ({ contactField, ...more });
const textWithFormat = (identifier: string, component: string, format: string, mapping?: Json) =>
  text(identifier, { component, validation: { format }, ...(mapping ? { contact: mapping } : {}) });

/** Creates an option whose value equals its label. */
export const newPlainOption = (label: string) => ({ id: crypto.randomUUID(), label, value: label, default: false });
const newOptions = () => [newPlainOption('Option 1'), newPlainOption('Option 2')];
const textItems = { items: { itemType: 'STRING', stringOptions: {} } };
const choiceField = (inputType: string, identifier: string, component: string, validation: Json = {}) =>
  inputField(inputType, identifier, () => ({ component, componentOptions: { options: newOptions() }, validation }));

const newProduct = (more: Json) => ({
  id: crypto.randomUUID(),
  productType: 'DIGITAL',
  quantityLimit: { minimum: 1, maximum: 10 },
  ...more,
});
const newFixedPrice = (price: string) => newProduct({ priceType: 'FIXED_PRICE', fixedPriceOptions: { price } });
const newDynamicPrice = (minPrice: string, maxPrice: string) => {
  const { quantityLimit: _, ...withoutLimit } = newProduct({
    priceType: 'DYNAMIC_PRICE',
    dynamicPriceOptions: { minPrice, maxPrice },
  });
  return withoutLimit;
};

const displayField =
  (identifier: string, displayFieldType: string, more: (label: string) => Json) => (label: string) => ({
    identifier,
    fieldType: 'DISPLAY',
    hidden: false,
    displayOptions: { displayFieldType, ...more(label) },
  });

type Row = readonly [id: string, label: string, make: FieldKind['make']];

const groups: Readonly<Record<string, readonly Row[]>> = {
  Person: [
    ['firstName', 'First name', text('CONTACTS_FIRST_NAME', { contact: contactMappingTo('FIRST_NAME') })],
    ['lastName', 'Last name', text('CONTACTS_LAST_NAME', { contact: contactMappingTo('LAST_NAME') })],
    [
      'email',
      'E-mail',
      text('CONTACTS_EMAIL', {
        validation: { format: 'EMAIL' },
        contact: contactMappingTo('EMAIL', { emailInfo: { tag: 'UNTAGGED' } }),
      }),
    ],
    [
      'phone',
      'Phone',
      textWithFormat(
        'CONTACTS_PHONE',
        'PHONE_INPUT',
        'PHONE',
        contactMappingTo('PHONE', { phoneInfo: { tag: 'UNTAGGED' } }),
      ),
    ],
    ['company', 'Company', text('CONTACTS_COMPANY', { contact: contactMappingTo('COMPANY') })],
    ['position', 'Position', text('CONTACTS_POSITION', { contact: contactMappingTo('POSITION') })],
    [
      'birthdate',
      'Date of birth',
      textWithFormat('CONTACTS_BIRTHDATE', 'DATE_INPUT', 'DATE', contactMappingTo('BIRTHDATE')),
    ],
    [
      'address',
      'Address',
      inputField('ADDRESS', 'MULTILINE_ADDRESS', {
        component: 'MULTILINE_ADDRESS',
        componentOptions: { fieldSettings: { addressLine2: { show: true } } },
        contact: contactMappingTo('ADDRESS', { addressInfo: { tag: 'UNTAGGED' } }),
      }),
    ],
    [
      'vatId',
      'Tax number',
      inputField('OBJECT', 'VAT_ID', {
        validation: { properties: { id: { propertiesType: 'STRING', stringOptions: {} } } },
        contact: contactMappingTo('VAT_ID'),
      }),
    ],
    [
      'subscribe',
      'Newsletter',
      inputField('BOOLEAN', 'CONTACTS_SUBSCRIBE', () => ({
        component: 'CHECKBOX',
        componentOptions: { label: paragraphOf('Send me the newsletter') },
        contact: contactMappingTo('SUBSCRIPTION', {
          subscriptionInfo: { confirmationLevel: 'SINGLE_CONFIRMATION', subscriptionChannels: ['EMAIL'] },
        }),
      })),
    ],
  ],
  Text: [
    ['text', 'Short text', text('TEXT_INPUT')],
    ['longText', 'Long text', text('TEXT_AREA')],
    ['url', 'Web address', text('URL_INPUT', { validation: { format: 'URL' } })],
    ['password', 'Password', text('PASSWORD', { component: 'PASSWORD' })],
  ],
  Choice: [
    ['radio', 'Single choice', choiceField('STRING', 'RADIO_GROUP', 'RADIO_GROUP')],
    ['dropdown', 'Dropdown', choiceField('STRING', 'DROPDOWN', 'DROPDOWN')],
    ['checkboxes', 'Multiple choice', choiceField('ARRAY', 'CHECKBOX_GROUP', 'CHECKBOX_GROUP', textItems)],
    ['images', 'Image choice', choiceField('ARRAY', 'IMAGE_CHOICE', 'CHECKBOX_GROUP', textItems)],
    ['tags', 'Tags', choiceField('ARRAY', 'TAGS', 'TAGS', textItems)],
    [
      'checkbox',
      'Checkbox',
      inputField('BOOLEAN', 'CHECKBOX', (label) => ({
        component: 'CHECKBOX',
        componentOptions: { label: paragraphOf(label) },
      })),
    ],
    ['service', 'One service', choiceField('STRING', 'SERVICES_DROPDOWN', 'SERVICES_DROPDOWN')],
    [
      'services',
      'Several services',
      choiceField('ARRAY', 'SERVICES_MULTI_CHOICE', 'SERVICES_CHECKBOX_GROUP', textItems),
    ],
  ],
  'Numbers and dates': [
    ['number', 'Number', inputField('NUMBER', 'NUMBER_INPUT', { component: 'NUMBER_INPUT' })],
    [
      'rating',
      'Rating',
      inputField('NUMBER', 'RATING_INPUT', { component: 'RATING_INPUT', validation: { minimum: 1, maximum: 5 } }),
    ],
    ['date', 'Date', textWithFormat('DATE_INPUT', 'DATE_INPUT', 'DATE')],
    ['datePicker', 'Date from a calendar', textWithFormat('DATE_PICKER', 'DATE_PICKER', 'DATE')],
    ['time', 'Time', textWithFormat('TIME_INPUT', 'TIME_INPUT', 'TIME')],
    ['dateTime', 'Date and time', textWithFormat('DATE_TIME_INPUT', 'DATE_TIME', 'DATE_TIME')],
    [
      'appointment',
      'Appointment',
      inputField('SCHEDULING', 'APPOINTMENT', (label) => ({
        component: 'APPOINTMENT',
        componentOptions: { name: label, durationInMinutes: 30, format: 'PHONE', phoneOptions: {} },
      })),
    ],
  ],
  Files: [
    [
      'files',
      'Files',
      inputField('WIX_FILE', 'FILE_UPLOAD', { component: 'FILE_UPLOAD', validation: { fileLimit: 1 } }),
    ],
    ['signature', 'Signature', inputField('WIX_FILE', 'SIGNATURE', { component: 'SIGNATURE' })],
  ],
  Payment: [
    [
      'products',
      'Products',
      inputField('PAYMENT', 'PRODUCT_LIST', () => {
        const first = newFixedPrice('10');
        return {
          component: 'CHECKBOX_GROUP',
          componentOptions: { options: [{ id: crypto.randomUUID(), label: 'Product 1', value: first.id }] },
          validation: { products: [first] },
        };
      }),
    ],
    [
      'donation',
      'Donation',
      inputField('PAYMENT', 'DONATION', () => {
        const [smallProduct, largeProduct, freeAmountProduct] = [
          newFixedPrice('5'),
          newFixedPrice('10'),
          newDynamicPrice('1', '1000'),
        ];
        return {
          component: 'DONATION_INPUT',
          componentOptions: {
            options: [{ value: smallProduct.id }, { value: largeProduct.id }],
            customOption: { label: 'Another amount' },
          },
          validation: { products: [smallProduct, largeProduct, freeAmountProduct] },
        };
      }),
    ],
    [
      'amount',
      'Amount that visitors choose',
      inputField('PAYMENT', 'PAYMENT_INPUT', () => ({
        component: 'PAYMENT_INPUT',
        validation: { products: [newDynamicPrice('1', '1000')] },
      })),
    ],
    [
      'fixedPrice',
      'Fixed price',
      inputField('PAYMENT', 'FIXED_PAYMENT', () => ({
        component: 'FIXED_PAYMENT',
        validation: { products: [newFixedPrice('10')] },
      })),
    ],
  ],
  'Nested fields': [
    [
      'rows',
      'Rows of fields',
      inputField('OBJECT_ARRAY', 'EVENTS_REPEATER', () => ({
        component: 'REPEATER',
        componentOptions: {
          fields: [{ ...text('TEXT_INPUT')('Name'), id: crypto.randomUUID() }].map((field) => ({
            ...field,
            inputOptions: { ...field.inputOptions, target: 'name' },
          })),
        },
        validation: { maxItems: 10 },
      })),
    ],
    ['form', 'Another form', inputField('OBJECT', 'NESTED_FORM')],
  ],
  'Display only': [
    [
      'content',
      'Text',
      displayField('RICH_TEXT', 'RICH_CONTENT', (label) => ({
        richContentOptions: { richContent: paragraphOf(label) },
      })),
    ],
    [
      'heading',
      'Heading',
      displayField('HEADER', 'RICH_CONTENT', (label) => ({
        richContentOptions: {
          richContent: {
            nodes: [{ ...paragraphOf(label).nodes[0], type: 'HEADING', headingData: { level: 2 } }],
          },
        },
      })),
    ],
    ['login', 'Sign-in line', displayField('BOOKINGS_LOGIN_BAR', 'LOGIN_BAR', () => ({}))],
    [
      'buttons',
      'Buttons: send, next, back',
      displayField('SUBMIT_BUTTON', 'PAGE_NAVIGATION', () => ({
        pageNavigationOptions: { submitText: 'Send', nextPageText: 'Next', previousPageText: 'Back' },
      })),
    ],
  ],
};

export const kindGroups = Object.keys(groups);

export const fieldKinds: readonly FieldKind[] = Object.entries(groups).flatMap(([group, rows]) =>
  rows.map(([id, label, make]) => ({ id, group, label, make })),
);

/** Returns the kind with this id. Throws if there is none. */
export const findKind = (id: string): FieldKind => {
  const kind = fieldKinds.find((candidate) => candidate.id === id);
  if (!kind) throw new Error(`There is no kind of field with the id ${id}.`);
  return kind;
};
