/** Every kind of field that a form may hold (forms contract 4.1 and 4.2), as it is when it is added. */
import { blockName, componentOptionsName, isInputType } from '@portico/domain';
import type { FormField } from '../draft.ts';

export interface FieldKind {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  /** its part of a new field, without id and target */
  readonly make: (label: string) => Omit<FormField, 'id'>;
}

type Json = Record<string, unknown>;

interface Recipe {
  component?: string;
  identifier?: string;
  looks?: Json;
  validation?: Json;
  contact?: Json;
  pii?: boolean;
}

/** A document of one paragraph. */
export const richText = (text: string) => ({
  nodes: [
    {
      type: 'PARAGRAPH',
      id: crypto.randomUUID(),
      nodes: [{ type: 'TEXT', id: '', nodes: [], textData: { text, decorations: [] } }],
    },
  ],
});

/** @param recipe a function where ids are made: each field has its own */
const input =
  (inputType: string, identifier: string, recipe: Recipe | ((label: string) => Recipe) = {}) =>
  (label: string): Omit<FormField, 'id'> => {
    const { component, looks, validation, contact, pii } = typeof recipe === 'function' ? recipe(label) : recipe;
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
            ? { componentType: component, [componentOptionsName(component)]: { label, showLabel: true, ...looks } }
            : {}),
        },
      } as FormField['inputOptions'],
    };
  };

const text = (identifier: string, recipe: Recipe = {}) =>
  input('STRING', identifier, { component: 'TEXT_INPUT', ...recipe });
const contact = (contactField: string, more: Json = {}): Json => ({ contactField, ...more });
const dated = (identifier: string, component: string, format: string, mapping?: Json) =>
  text(identifier, { component, validation: { format }, ...(mapping ? { contact: mapping } : {}) });

/** An option whose value is its label. */
export const option = (label: string) => ({ id: crypto.randomUUID(), label, value: label, default: false });
const options = () => [option('Option 1'), option('Option 2')];
const texts = { items: { itemType: 'STRING', stringOptions: {} } };
const choice = (inputType: string, identifier: string, component: string, validation: Json = {}) =>
  input(inputType, identifier, () => ({ component, looks: { options: options() }, validation }));

const product = (more: Json) => ({
  id: crypto.randomUUID(),
  productType: 'DIGITAL',
  quantityLimit: { minimum: 1, maximum: 10 },
  ...more,
});
const fixed = (price: string) => product({ priceType: 'FIXED_PRICE', fixedPriceOptions: { price } });
const open = (minPrice: string, maxPrice: string) => {
  const { quantityLimit: _, ...one } = product({
    priceType: 'DYNAMIC_PRICE',
    dynamicPriceOptions: { minPrice, maxPrice },
  });
  return one;
};

const display = (identifier: string, displayFieldType: string, more: (label: string) => Json) => (label: string) => ({
  identifier,
  fieldType: 'DISPLAY',
  hidden: false,
  displayOptions: { displayFieldType, ...more(label) },
});

type Row = readonly [id: string, label: string, make: FieldKind['make']];

const groups: Readonly<Record<string, readonly Row[]>> = {
  Person: [
    ['firstName', 'First name', text('CONTACTS_FIRST_NAME', { contact: contact('FIRST_NAME') })],
    ['lastName', 'Last name', text('CONTACTS_LAST_NAME', { contact: contact('LAST_NAME') })],
    [
      'email',
      'E-mail',
      text('CONTACTS_EMAIL', {
        validation: { format: 'EMAIL' },
        contact: contact('EMAIL', { emailInfo: { tag: 'UNTAGGED' } }),
      }),
    ],
    [
      'phone',
      'Phone',
      dated('CONTACTS_PHONE', 'PHONE_INPUT', 'PHONE', contact('PHONE', { phoneInfo: { tag: 'UNTAGGED' } })),
    ],
    ['company', 'Company', text('CONTACTS_COMPANY', { contact: contact('COMPANY') })],
    ['position', 'Position', text('CONTACTS_POSITION', { contact: contact('POSITION') })],
    ['birthdate', 'Date of birth', dated('CONTACTS_BIRTHDATE', 'DATE_INPUT', 'DATE', contact('BIRTHDATE'))],
    [
      'address',
      'Address',
      input('ADDRESS', 'MULTILINE_ADDRESS', {
        component: 'MULTILINE_ADDRESS',
        looks: { fieldSettings: { addressLine2: { show: true } } },
        contact: contact('ADDRESS', { addressInfo: { tag: 'UNTAGGED' } }),
      }),
    ],
    [
      'vatId',
      'Tax number',
      input('OBJECT', 'VAT_ID', {
        validation: { properties: { id: { propertiesType: 'STRING', stringOptions: {} } } },
        contact: contact('VAT_ID'),
      }),
    ],
    [
      'subscribe',
      'Newsletter',
      input('BOOLEAN', 'CONTACTS_SUBSCRIBE', () => ({
        component: 'CHECKBOX',
        looks: { label: richText('Send me the newsletter') },
        contact: contact('SUBSCRIPTION', {
          subscriptionInfo: { confirmationLevel: 'SINGLE_CONFIRMATION', subscriptionChannels: ['EMAIL'] },
        }),
      })),
    ],
  ],
  Text: [
    ['text', 'Short text', text('TEXT_INPUT')],
    ['longText', 'Long text', text('TEXT_AREA')],
    ['url', 'Web address', text('URL_INPUT', { validation: { format: 'URL' } })],
    ['password', 'Secret word', text('PASSWORD', { component: 'PASSWORD' })],
  ],
  Choice: [
    ['radio', 'One of several', choice('STRING', 'RADIO_GROUP', 'RADIO_GROUP')],
    ['dropdown', 'List to choose from', choice('STRING', 'DROPDOWN', 'DROPDOWN')],
    ['checkboxes', 'Several of several', choice('ARRAY', 'CHECKBOX_GROUP', 'CHECKBOX_GROUP', texts)],
    ['images', 'Pictures to choose from', choice('ARRAY', 'IMAGE_CHOICE', 'CHECKBOX_GROUP', texts)],
    ['tags', 'Tags', choice('ARRAY', 'TAGS', 'TAGS', texts)],
    [
      'checkbox',
      'Checkbox',
      input('BOOLEAN', 'CHECKBOX', (label) => ({ component: 'CHECKBOX', looks: { label: richText(label) } })),
    ],
    ['service', 'One service', choice('STRING', 'SERVICES_DROPDOWN', 'SERVICES_DROPDOWN')],
    ['services', 'Several services', choice('ARRAY', 'SERVICES_MULTI_CHOICE', 'SERVICES_CHECKBOX_GROUP', texts)],
  ],
  'Numbers and dates': [
    ['number', 'Number', input('NUMBER', 'NUMBER_INPUT', { component: 'NUMBER_INPUT' })],
    [
      'rating',
      'Rating',
      input('NUMBER', 'RATING_INPUT', { component: 'RATING_INPUT', validation: { minimum: 1, maximum: 5 } }),
    ],
    ['date', 'Date', dated('DATE_INPUT', 'DATE_INPUT', 'DATE')],
    ['datePicker', 'Date from a calendar', dated('DATE_PICKER', 'DATE_PICKER', 'DATE')],
    ['time', 'Time', dated('TIME_INPUT', 'TIME_INPUT', 'TIME')],
    ['dateTime', 'Date and time', dated('DATE_TIME_INPUT', 'DATE_TIME', 'DATE_TIME')],
    [
      'appointment',
      'Appointment',
      input('SCHEDULING', 'APPOINTMENT', (label) => ({
        component: 'APPOINTMENT',
        looks: { name: label, durationInMinutes: 30, format: 'PHONE', phoneOptions: {} },
      })),
    ],
  ],
  Files: [
    ['files', 'Files', input('WIX_FILE', 'FILE_UPLOAD', { component: 'FILE_UPLOAD', validation: { fileLimit: 1 } })],
    ['signature', 'Signature', input('WIX_FILE', 'SIGNATURE', { component: 'SIGNATURE' })],
  ],
  Payment: [
    [
      'products',
      'Products',
      input('PAYMENT', 'PRODUCT_LIST', () => {
        const first = fixed('10');
        return {
          component: 'CHECKBOX_GROUP',
          looks: { options: [{ id: crypto.randomUUID(), label: 'Product 1', value: first.id }] },
          validation: { products: [first] },
        };
      }),
    ],
    [
      'donation',
      'Donation',
      input('PAYMENT', 'DONATION', () => {
        const [small, large, any] = [fixed('5'), fixed('10'), open('1', '1000')];
        return {
          component: 'DONATION_INPUT',
          looks: { options: [{ value: small.id }, { value: large.id }], customOption: { label: 'Another amount' } },
          validation: { products: [small, large, any] },
        };
      }),
    ],
    [
      'amount',
      'Amount that visitors choose',
      input('PAYMENT', 'PAYMENT_INPUT', () => ({
        component: 'PAYMENT_INPUT',
        validation: { products: [open('1', '1000')] },
      })),
    ],
    [
      'fixedPrice',
      'Fixed price',
      input('PAYMENT', 'FIXED_PAYMENT', () => ({
        component: 'FIXED_PAYMENT',
        validation: { products: [fixed('10')] },
      })),
    ],
  ],
  'Fields within': [
    [
      'rows',
      'Rows of fields',
      input('OBJECT_ARRAY', 'EVENTS_REPEATER', () => ({
        component: 'REPEATER',
        looks: {
          fields: [{ ...text('TEXT_INPUT')('Name'), id: crypto.randomUUID() }].map((field) => ({
            ...field,
            inputOptions: { ...field.inputOptions, target: 'name' },
          })),
        },
        validation: { maxItems: 10 },
      })),
    ],
    ['form', 'Another form', input('OBJECT', 'NESTED_FORM')],
  ],
  'Only shown': [
    [
      'content',
      'Text to read',
      display('RICH_TEXT', 'RICH_CONTENT', (label) => ({ richContentOptions: { richContent: richText(label) } })),
    ],
    [
      'heading',
      'Heading',
      display('HEADER', 'RICH_CONTENT', (label) => ({
        richContentOptions: {
          richContent: {
            nodes: [{ ...richText(label).nodes[0], type: 'HEADING', headingData: { level: 2 } }],
          },
        },
      })),
    ],
    ['login', 'Sign-in line', display('BOOKINGS_LOGIN_BAR', 'LOGIN_BAR', () => ({}))],
    [
      'buttons',
      'Buttons: send, next, back',
      display('SUBMIT_BUTTON', 'PAGE_NAVIGATION', () => ({
        pageNavigationOptions: { submitText: 'Send', nextPageText: 'Next', previousPageText: 'Back' },
      })),
    ],
  ],
};

export const kindGroups = Object.keys(groups);

export const fieldKinds: readonly FieldKind[] = Object.entries(groups).flatMap(([group, rows]) =>
  rows.map(([id, label, make]) => ({ id, group, label, make })),
);

export const kindNamed = (id: string): FieldKind => {
  const kind = fieldKinds.find((one) => one.id === id);
  if (!kind) throw new Error(`There is no kind of field named ${id}.`);
  return kind;
};
