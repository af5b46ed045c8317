/** The forms that the examples of the gallery show. */
import type { Form } from '@portico/sdk';

type Options = Readonly<Record<string, unknown>>;

/** Returns a field. Its id is its target. */
const input = (target: string, inputType: string, options: Options, { identifier, ...more }: Options = {}) => ({
  id: target,
  identifier,
  fieldType: 'INPUT',
  hidden: false,
  inputOptions: { target, required: false, inputType, ...options, ...more },
});

const optionsName = (component: string): string =>
  `${component.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}Options`;

const text = (
  target: string,
  label: string,
  { component = 'TEXT_INPUT', options = {}, format, ...more }: Options = {},
) =>
  input(
    target,
    'STRING',
    {
      stringOptions: {
        componentType: component,
        [optionsName(component as string)]: { label, showLabel: true, ...(options as Options) },
        validation: { format },
      },
    },
    more,
  );

const choices = (...labels: string[]) => labels.map((label) => ({ value: label.toLowerCase(), label }));

const list = (target: string, component: string, options: Options, more: Options = {}) =>
  input(target, 'ARRAY', {
    arrayOptions: {
      componentType: component,
      [optionsName(component)]: { showLabel: true, ...options },
      validation: {},
    },
    ...more,
  });

const checkbox = (target: string, label: string, more: Options = {}) =>
  input(target, 'BOOLEAN', {
    booleanOptions: { componentType: 'CHECKBOX', checkboxOptions: { label: paragraph(label) }, validation: {} },
    ...more,
  });

const payment = (target: string, component: string, products: readonly object[], name: string, options: Options) =>
  input(target, 'PAYMENT', {
    paymentOptions: { componentType: component, validation: { products }, [name]: { showLabel: true, ...options } },
  });

const fixedPrice = (id: string, price: string) => ({
  id,
  priceType: 'FIXED_PRICE',
  fixedPriceOptions: { price },
  quantityLimit: { minimum: 1, maximum: 9 },
});
const openPrice = (id: string, minPrice: string, maxPrice: string) => ({
  id,
  priceType: 'DYNAMIC_PRICE',
  dynamicPriceOptions: { minPrice, maxPrice },
});

export const paragraph = (words: string) => ({
  nodes: [{ type: 'PARAGRAPH', nodes: [{ type: 'TEXT', textData: { text: words, decorations: [] } }] }],
});

const formOf = (id: string, formFields: readonly object[], more: object = {}): Form =>
  ({ id, name: id, enabled: true, formFields, ...more }) as unknown as Form;

const step = (name: string, fields: readonly { readonly id: string }[]) => ({
  id: name,
  name,
  layout: {
    large: { columns: 12, items: fields.map(({ id }, row) => ({ fieldId: id, row, column: 0, width: 12 })) },
  },
});

const name = text('name', 'Name', { required: true, identifier: 'CONTACTS_FIRST_NAME' });
const email = text('email', 'E-mail', { required: true, format: 'EMAIL' });
const message = text('message', 'Message', { identifier: 'TEXT_AREA' });
const topic = text('topic', 'Topic', {
  component: 'RADIO_GROUP',
  options: { options: choices('A question', 'A book to add') },
});
const files = input('files', 'WIX_FILE', {
  wixFileOptions: {
    componentType: 'FILE_UPLOAD',
    fileUploadOptions: { label: 'Pictures', showLabel: true, explanationText: 'Of the book that you offer.' },
    validation: { fileLimit: 3, uploadFileFormats: ['IMAGE'] },
  },
});
const books = payment(
  'books',
  'CHECKBOX_GROUP',
  [fixedPrice('frankenstein', '12.50'), fixedPrice('dream', '9')],
  'checkboxGroupOptions',
  {
    label: 'Books',
    options: [
      { value: 'frankenstein', label: 'Frankenstein' },
      { value: 'dream', label: 'Sultana’s Dream' },
    ],
  },
);
const donation = payment(
  'donation',
  'DONATION_INPUT',
  [fixedPrice('five', '5'), fixedPrice('ten', '10'), openPrice('open', '1', '500')],
  'donationInputOptions',
  { label: 'Donation', options: [{ value: 'five' }, { value: 'ten' }], customOption: { label: 'Another amount' } },
);

export const contactForm = formOf('contact', [name, email, topic, message]);
export const closedForm: Form = { ...contactForm, id: 'closed', enabled: false };
export const captchaForm: Form = { ...contactForm, id: 'captcha', submissionPolicy: { captchaRequired: true } };
export const fileForm = formOf('files', [name, files]);
export const paymentForm = formOf('payment', [name, books, donation]);
export const stepsForm = formOf('steps', [name, email, topic, message, files], {
  steps: [step('You', [name, email]), step('Your book', [topic, message, files])],
});

/** The value of an uploaded file. */
export const uploadedFile = {
  fileId: 'demo',
  displayName: 'title page.jpg',
  fileType: 'image/jpeg',
  url: 'https://demo.portico.example/title-page.jpg',
};

export const everyKindForm = formOf('every', [
  { id: 'login', fieldType: 'DISPLAY', displayOptions: { displayFieldType: 'LOGIN_BAR' } },
  {
    id: 'intro',
    fieldType: 'DISPLAY',
    displayOptions: {
      displayFieldType: 'RICH_CONTENT',
      richContentOptions: { richContent: paragraph('Become a member of the reading room.') },
    },
  },
  name,
  email,
  text('phone', 'Phone', { component: 'PHONE_INPUT', format: 'PHONE', options: { defaultCountryCode: 'DE' } }),
  text('website', 'Website', { format: 'URL' }),
  text('secret', 'Word for the door', { component: 'PASSWORD' }),
  message,
  input('age', 'NUMBER', {
    numberOptions: {
      componentType: 'NUMBER_INPUT',
      numberInputOptions: { label: 'Age', showLabel: true, description: paragraph('Only if you like.') },
      validation: { minimum: 0 },
    },
  }),
  input('stars', 'NUMBER', {
    numberOptions: {
      componentType: 'RATING_INPUT',
      ratingInputOptions: { label: 'How did you like your visit?', showLabel: true },
      validation: { minimum: 1, maximum: 5 },
    },
  }),
  text('birthdate', 'Date of birth', { component: 'DATE_INPUT', format: 'DATE' }),
  text('day', 'Day of the visit', { component: 'DATE_PICKER', format: 'DATE' }),
  text('hour', 'Hour', { component: 'TIME_INPUT', format: 'TIME' }),
  text('arrival', 'Arrival', { component: 'DATE_TIME', format: 'DATE_TIME' }),
  topic,
  text('town', 'Town', { component: 'DROPDOWN', options: { options: choices('Haifa', 'Jaffa') } }),
  list('genres', 'CHECKBOX_GROUP', {
    label: 'Genres',
    options: choices('Novels', 'Poems', 'Letters'),
    numberOfColumns: 'THREE',
  }),
  list('tags', 'TAGS', { label: 'Tags', options: choices('New', 'Rare'), customOption: { label: 'Another tag' } }),
  files,
  input('signature', 'WIX_FILE', {
    wixFileOptions: {
      componentType: 'SIGNATURE',
      signatureOptions: { label: 'Signature', showLabel: true, imageUploadEnabled: true },
      validation: {},
    },
  }),
  input('address', 'ADDRESS', {
    addressOptions: {
      componentType: 'MULTILINE_ADDRESS',
      multilineAddressOptions: {
        label: 'Address',
        showLabel: true,
        defaultCountryConfig: { type: 'COUNTRY', countryOptions: 'DE' },
      },
      validation: {},
    },
  }),
  input('guests', 'OBJECT_ARRAY', {
    objectArrayOptions: {
      componentType: 'REPEATER',
      repeaterOptions: { label: 'Guest', showLabel: true, fields: [text('guest', 'Name of the guest')] },
      validation: { maxItems: 3 },
    },
  }),
  books,
  donation,
  payment('amount', 'PAYMENT_INPUT', [openPrice('worth', '1', '100')], 'paymentInputOptions', {
    label: 'What is it worth to you?',
  }),
  payment('fee', 'FIXED_PAYMENT', [fixedPrice('fee', '3')], 'fixedPaymentOptions', { label: 'Fee' }),
  input('slot', 'SCHEDULING', {
    schedulingOptions: {
      componentType: 'APPOINTMENT',
      appointmentOptions: { label: 'Guided tour', name: 'Tour', showLabel: true, durationInMinutes: 30 },
    },
  }),
  input(
    'vat',
    'OBJECT',
    { objectOptions: { validation: { properties: { id: { propertiesType: 'STRING', stringOptions: {} } } } } },
    { identifier: 'VAT_ID' },
  ),
  checkbox('news', 'Send me the newsletter'),
  input('terms', 'BOOLEAN', {
    required: true,
    booleanOptions: {
      componentType: 'CHECKBOX',
      checkboxOptions: { label: paragraph('I agree to the terms') },
      validation: { enum: [true] },
    },
  }),
]);

const thanks = (options: object) => ({ submitSettings: options }) as unknown as Pick<Form, 'submitSettings'>;

export const standardThanks = thanks({});
export const ownThanks = thanks({
  submitSuccessAction: 'THANK_YOU_MESSAGE',
  thankYouMessageOptions: { richContent: paragraph('We have received your offer, and will read it this week.') },
});
export const thanksWithLink = thanks({
  submitSuccessAction: 'REDIRECT',
  redirectOptions: { redirectUrl: 'https://example.org/', target: 'BLANK' },
});
