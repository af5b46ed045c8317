/** Forms for the browser tests: one field of each kind, and forms made of them. */
import {
  block,
  choices,
  type FormFieldInput,
  loginBar,
  number,
  type Options,
  paragraph,
  richContentField,
  steps,
  submit,
  text,
  upload,
  visibilityRule,
} from './form-fields.ts';

const product = (price: string) => ({
  id: crypto.randomUUID(),
  productType: 'DIGITAL',
  priceType: 'FIXED_PRICE',
  fixedPriceOptions: { price },
  quantityLimit: { minimum: 1, maximum: 9 },
});
const openProduct = (minPrice: string, maxPrice: string) => ({
  id: crypto.randomUUID(),
  productType: 'DIGITAL',
  priceType: 'DYNAMIC_PRICE',
  dynamicPriceOptions: { minPrice, maxPrice },
});

const payment = (identifier: string, target: string, componentType: string, products: object[], content: Options) =>
  block(identifier, target, 'PAYMENT', 'paymentOptions', { componentType, validation: { products }, ...content });

const withDescription = { description: paragraph('Only if you like.') };

/** Creates one field of each kind. */
export function everyField() {
  const [mug, print] = [product('12.50'), product('30')];
  const [five, ten, openAmount] = [product('5'), product('10'), openProduct('1', '500')];
  const named = { label: 'Name', showLabel: true };
  const guest = text('TEXT_INPUT', 'guest_name', 'Name of the guest', { required: true });
  const meal = text('RADIO_GROUP', 'meal', 'Meal', {
    component: 'RADIO_GROUP',
    options: { options: choices('Fish', 'Beans') },
  });
  return {
    firstName: text('CONTACTS_FIRST_NAME', 'first_name', 'First name', {
      required: true,
      options: { placeholder: 'Ada' },
    }),
    lastName: text('CONTACTS_LAST_NAME', 'last_name', 'Last name', { options: withDescription }),
    email: text('CONTACTS_EMAIL', 'email', 'E-mail', { required: true, validation: { format: 'EMAIL' } }),
    phone: text('CONTACTS_PHONE', 'phone', 'Phone', {
      component: 'PHONE_INPUT',
      options: { defaultCountryCode: 'GB' },
      validation: { format: 'PHONE' },
    }),
    letter: text('TEXT_AREA', 'letter', 'Letter', { validation: { maxLength: 500 } }),
    website: text('URL_INPUT', 'website', 'Website', { validation: { format: 'URL' } }),
    secret: text('PASSWORD', 'secret', 'Word for the door', { component: 'PASSWORD' }),
    age: number('age', 'Age', { minimum: 16, multipleOf: 1 }),
    birthdate: text('CONTACTS_BIRTHDATE', 'birthdate', 'Date of birth', {
      component: 'DATE_INPUT',
      validation: { format: 'DATE' },
    }),
    day: text('DATE_PICKER', 'day', 'Day of the visit', {
      component: 'DATE_PICKER',
      options: { firstDayOfWeek: 'MONDAY' },
      validation: { format: 'DATE' },
    }),
    hour: text('TIME_INPUT', 'hour', 'Hour', { component: 'TIME_INPUT', validation: { format: 'TIME' } }),
    moment: text('DATE_TIME_INPUT', 'moment', 'Arrival', {
      component: 'DATE_TIME',
      validation: { format: 'DATE_TIME' },
    }),
    topic: text('RADIO_GROUP', 'topic', 'Topic', {
      component: 'RADIO_GROUP',
      required: true,
      options: {
        options: choices('Books', 'Walks'),
        customOption: { label: 'Something else' },
        numberOfColumns: 'TWO',
      },
    }),
    town: text('DROPDOWN', 'town', 'Town', { component: 'DROPDOWN', options: { options: choices('Haifa', 'Jaffa') } }),
    terms: block(
      'CHECKBOX',
      'terms',
      'BOOLEAN',
      'booleanOptions',
      {
        componentType: 'CHECKBOX',
        checkboxOptions: { label: paragraph('I agree to the terms', 'https://example.org/terms') },
        validation: { enum: [true] },
      },
      { required: true },
    ),
    news: block('CONTACTS_SUBSCRIBE', 'news', 'BOOLEAN', 'booleanOptions', {
      componentType: 'CHECKBOX',
      checkboxOptions: { label: paragraph('Send me the newsletter') },
      validation: {},
    }),
    colours: block('CHECKBOX_GROUP', 'colours', 'ARRAY', 'arrayOptions', {
      componentType: 'CHECKBOX_GROUP',
      checkboxGroupOptions: {
        label: 'Colours',
        showLabel: true,
        options: choices('Red', 'Green', 'Blue'),
        numberOfColumns: 'THREE',
      },
      validation: { items: { itemType: 'STRING', stringOptions: {} }, maxItems: 2 },
    }),
    tags: block('TAGS', 'tags', 'ARRAY', 'arrayOptions', {
      componentType: 'TAGS',
      tagsOptions: {
        label: 'Tags',
        showLabel: true,
        options: choices('Oak', 'Elm'),
        customOption: { label: 'Another tag' },
      },
      validation: { items: { itemType: 'STRING', stringOptions: {} } },
    }),
    picture: block('IMAGE_CHOICE', 'picture', 'ARRAY', 'arrayOptions', {
      componentType: 'CHECKBOX_GROUP',
      checkboxGroupOptions: {
        label: 'Which picture?',
        showLabel: true,
        options: choices('Lake', 'Hill').map((option) => ({ ...option, media: { image: '/icon.svg' } })),
      },
      validation: { items: { itemType: 'STRING', stringOptions: {} } },
    }),
    stars: block('RATING_INPUT', 'stars', 'NUMBER', 'numberOptions', {
      componentType: 'RATING_INPUT',
      ratingInputOptions: { label: 'How was it?', showLabel: true },
      validation: { minimum: 1, maximum: 5 },
    }),
    files: upload('files', 'Pictures or papers'),
    signature: block('SIGNATURE', 'signature', 'WIX_FILE', 'wixFileOptions', {
      componentType: 'SIGNATURE',
      signatureOptions: { label: 'Signature', showLabel: true, imageUploadEnabled: true },
      validation: {},
    }),
    address: block('MULTILINE_ADDRESS', 'address', 'ADDRESS', 'addressOptions', {
      componentType: 'MULTILINE_ADDRESS',
      multilineAddressOptions: {
        label: 'Address',
        showLabel: true,
        defaultCountryConfig: { type: 'COUNTRY', countryOptions: 'DE' },
        fieldSettings: { addressLine2: { show: true } },
      },
      validation: {},
    }),
    wares: payment('PRODUCT_LIST', 'wares', 'CHECKBOX_GROUP', [mug, print], {
      checkboxGroupOptions: {
        label: 'From the shop',
        showLabel: true,
        options: [
          { id: crypto.randomUUID(), label: 'Mug', value: mug?.id },
          { id: crypto.randomUUID(), label: 'Print', value: print?.id },
        ],
      },
    }),
    donation: payment('DONATION', 'donation', 'DONATION_INPUT', [five, ten, openAmount] as object[], {
      donationInputOptions: {
        label: 'Donation',
        showLabel: true,
        options: [{ value: five?.id }, { value: ten?.id }],
        customOption: { label: 'Another amount' },
        numberOfColumns: 'THREE',
      },
    }),
    amount: payment('PAYMENT_INPUT', 'amount', 'PAYMENT_INPUT', [openProduct('1', '100')], {
      paymentInputOptions: { label: 'What is it worth to you?', showLabel: true },
    }),
    fee: payment('FIXED_PAYMENT', 'fee', 'FIXED_PAYMENT', [product('3')], {
      fixedPaymentOptions: { label: 'Fee', showLabel: true },
    }),
    slot: block('APPOINTMENT', 'slot', 'SCHEDULING', 'schedulingOptions', {
      componentType: 'APPOINTMENT',
      appointmentOptions: {
        label: 'Appointment',
        name: 'Talk',
        showLabel: true,
        durationInMinutes: 30,
        format: 'PHONE',
        phoneOptions: {},
      },
    }),
    vat: block('VAT_ID', 'vat', 'OBJECT', 'objectOptions', {
      validation: { properties: { id: { propertiesType: 'STRING', stringOptions: {} } } },
    }),
    guests: block('EVENTS_REPEATER', 'guests', 'OBJECT_ARRAY', 'objectArrayOptions', {
      componentType: 'REPEATER',
      repeaterOptions: { ...named, label: 'Guest', fields: [guest, meal] },
      validation: { maxItems: 3 },
    }),
    intro: richContentField(paragraph('Everything that a form can ask, on one page.')),
    login: loginBar(),
    send: submit(),
  };
}

export type EveryField = ReturnType<typeof everyField>;

/** A form with every component on one page. */
export function everyFieldForm(): { name: string; [key: string]: unknown } {
  const f = everyField();
  const rows: (FormFieldInput | [FormFieldInput, FormFieldInput])[] = [
    f.login,
    f.intro,
    [f.firstName, f.lastName],
    [f.email, f.phone],
    f.letter,
    [f.website, f.secret],
    [f.age, f.birthdate],
    [f.day, f.hour],
    [f.moment, f.town],
    f.topic,
    f.colours,
    f.tags,
    f.picture,
    f.stars,
    f.files,
    f.signature,
    f.address,
    f.guests,
    f.wares,
    f.donation,
    [f.amount, f.fee],
    f.slot,
    f.vat,
    f.news,
    f.terms,
    f.send,
  ];
  return {
    name: 'Everything',
    namespace: 'wix.form_app.form',
    formFields: Object.values(f),
    steps: steps(['Page 1', rows]),
    spamFilterProtectionLevel: 'NONE',
  };
}

/** A form with three steps: a rule shows the second, and the third has a file upload. */
export function stepsForm() {
  const name = text('TEXT_INPUT', 'name', 'Your name', { required: true });
  const attendance = text('RADIO_GROUP', 'comes', 'Will you come?', {
    component: 'RADIO_GROUP',
    required: true,
    options: { options: choices('Yes', 'No') },
  });
  const seats = { ...number('seats', 'How many seats?', { minimum: 1, maximum: 4 }), hidden: true };
  const diet = { ...text('TEXT_INPUT', 'diet', 'What do you not eat?'), hidden: true };
  const papers = upload('papers', 'Your papers', { required: true });
  const phone = text('CONTACTS_PHONE', 'phone', 'Phone', {
    component: 'PHONE_INPUT',
    options: { defaultCountryCode: 'DE' },
    validation: { format: 'PHONE' },
  });
  const code = text('TEXT_INPUT', 'code', 'Code of the invitation', {
    validation: { pattern: '^[A-Z]{2}-\\d{2}$', validationMessages: { pattern: 'Two letters, a dash, two digits.' } },
  });
  const send = submit('Send the answer');
  return {
    name: 'Dinner',
    namespace: 'wix.form_app.form',
    formFields: [name, attendance, seats, diet, papers, phone, code, send],
    steps: steps(['You', [name, attendance]], ['Dinner', [seats, diet]], ['Papers', [papers, phone, code, send]]),
    formRules: [seats, diet].map((field) => visibilityRule(field, 'comes', 'EQUAL', 'yes', false)),
    submitSettings: {
      submitSuccessAction: 'THANK_YOU_MESSAGE',
      thankYouMessageOptions: { durationInSeconds: 60, richContent: paragraph('The table is laid.') },
    },
    spamFilterProtectionLevel: 'ADVANCED',
  };
}
