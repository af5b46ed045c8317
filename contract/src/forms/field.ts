/**
 * A field of a form: its validation rules (`validation`) and its presentation (`<component>Options`), forms contract
 * section 4.
 */
import { contactFields, formLimits, optInLevels, type Product, uploadFileFormats } from '@portico/domain';
import Type from 'typebox';
import { EntityId, Json, open, optional, RichContent, stringEnum } from './parts.ts';

const { textLength, enumValues, options, patternLength, arrayItems } = formLimits;
const Text = (maxLength: number) => Type.Optional(Type.String({ maxLength }));
const Flag = Type.Optional(Type.Boolean());
const Count = (maximum: number) => Type.Optional(Type.Integer({ minimum: 0, maximum }));
const Bounds = Type.Optional(open({ minimum: Text(50), maximum: Text(50) }));

const StringValidation = open({
  minLength: Count(textLength),
  maxLength: Count(textLength),
  pattern: Text(patternLength),
  format: optional.text,
  enum: Type.Optional(Type.Array(Type.String({ maxLength: textLength }), { maxItems: enumValues })),
  validationMessages: Type.Optional(open({ pattern: Text(200) })),
  dateOptions: Bounds,
  dateTimeOptions: Bounds,
  timeOptions: Bounds,
  dateOptionalTimeOptions: Bounds,
  phoneOptions: Type.Optional(
    open({ allowedCountryCodes: Type.Optional(Type.Array(Type.String({ maxLength: 2 }), { maxItems: 250 })) }),
  ),
});
const NumberValidation = open({
  minimum: Type.Optional(Type.Number()),
  maximum: Type.Optional(Type.Number()),
  multipleOf: Type.Optional(Type.Number()),
  enum: Type.Optional(Type.Array(Type.Number(), { maxItems: enumValues })),
});
const BooleanValidation = open({ enum: Type.Optional(Type.Array(Type.Boolean(), { maxItems: 2 })) });
const ArrayValidation = open({
  minItems: Count(arrayItems),
  maxItems: Count(arrayItems),
  items: Type.Optional(
    open({
      itemType: optional.text,
      stringOptions: Type.Optional(StringValidation),
      numberOptions: Type.Optional(NumberValidation),
      booleanOptions: Type.Optional(BooleanValidation),
    }),
  ),
});
const PropertyValidation = open({
  propertiesType: optional.text,
  required: Flag,
  stringOptions: Type.Optional(StringValidation),
  numberOptions: Type.Optional(NumberValidation),
  booleanOptions: Type.Optional(BooleanValidation),
  arrayOptions: Type.Optional(ArrayValidation),
});

/** Presentation options that all components share. Options that Portico does not know are preserved. */
const sharedOptions = {
  label: Text(350),
  showLabel: Flag,
  description: Type.Optional(RichContent),
  placeholder: Text(100),
};
/** The schema does not validate the options. They are checked when the form is saved, so that errors name the field. */
const choice = {
  ...sharedOptions,
  options: Type.Optional(Type.Array(Type.Unknown(), { maxItems: options })),
  customOption: Type.Optional(open({ label: Text(350), placeholder: Text(100) })),
  numberOfColumns: optional.text,
};
const PlainOptions = Type.Optional(open(sharedOptions));
const ChoiceOptions = Type.Optional(open(choice));
const block = { componentType: optional.text, quizFieldSettings: Type.Optional(Json) };

const ContactMapping = open({
  contactField: Type.Optional(stringEnum(contactFields)),
  emailInfo: Type.Optional(open({ tag: optional.text })),
  phoneInfo: Type.Optional(open({ tag: optional.text })),
  addressInfo: Type.Optional(open({ tag: optional.text })),
  customFieldInfo: Type.Optional(open({ key: Text(500) })),
  subscriptionInfo: Type.Optional(
    open({
      confirmationLevel: Type.Optional(stringEnum(optInLevels)),
      subscriptionChannels: Type.Optional(Type.Array(Type.String(), { maxItems: 2 })),
    }),
  ),
});

/** The vendor's types declare these options for the earlier generation of fields only. Portico supports both. */
const nestedFormOptions = {
  /** Id of the nested form. */
  nestedFormId: Type.Optional(EntityId),
  nestedFormOverrides: Type.Optional(
    open({
      fieldOverrides: Type.Optional(Type.Record(Type.String(), open({ required: Flag, hidden: Flag }))),
    }),
  ),
  dataExtensionsDetails: Type.Optional(Json),
};

const Appointment = Type.Optional(
  open({
    label: Text(255),
    showLabel: Flag,
    description: Type.Optional(RichContent),
    name: Text(400),
    durationInMinutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 44_639 })),
    manualApprovalRequired: Flag,
    staffIds: Type.Optional(Type.Array(EntityId, { maxItems: 220 })),
    format: optional.text,
  }),
);

const InputOptions = Type.Object(
  {
    target: Text(formLimits.targetLength),
    pii: Flag,
    required: Flag,
    readOnly: Flag,
    inputType: optional.text,
    contactMapping: Type.Optional(ContactMapping),
    ...nestedFormOptions,
    stringOptions: Type.Optional(
      open({
        ...block,
        validation: Type.Optional(StringValidation),
        textInputOptions: Type.Optional(open({ ...sharedOptions, default: Text(textLength) })),
        radioGroupOptions: ChoiceOptions,
        dropdownOptions: ChoiceOptions,
        dateTimeOptions: PlainOptions,
        phoneInputOptions: PlainOptions,
        dateInputOptions: PlainOptions,
        timeInputOptions: PlainOptions,
        datePickerOptions: PlainOptions,
        servicesDropdownOptions: ChoiceOptions,
        passwordOptions: PlainOptions,
      }),
    ),
    numberOptions: Type.Optional(
      open({
        ...block,
        validation: Type.Optional(NumberValidation),
        numberInputOptions: Type.Optional(open({ ...sharedOptions, default: Type.Optional(Type.Number()) })),
        ratingInputOptions: PlainOptions,
      }),
    ),
    booleanOptions: Type.Optional(
      open({
        ...block,
        validation: Type.Optional(BooleanValidation),
        checkboxOptions: Type.Optional(open({ label: Type.Optional(Type.Unknown()), checked: Flag })),
      }),
    ),
    arrayOptions: Type.Optional(
      open({
        ...block,
        validation: Type.Optional(ArrayValidation),
        checkboxGroupOptions: ChoiceOptions,
        tagsOptions: ChoiceOptions,
        servicesCheckboxGroupOptions: ChoiceOptions,
      }),
    ),
    objectOptions: Type.Optional(
      open({
        validation: Type.Optional(open({ properties: Type.Optional(Type.Record(Type.String(), PropertyValidation)) })),
      }),
    ),
    wixFileOptions: Type.Optional(
      open({
        ...block,
        validation: Type.Optional(
          open({
            fileLimit: Type.Optional(Type.Integer({ minimum: 1, maximum: formLimits.files })),
            uploadFileFormats: Type.Optional(Type.Array(stringEnum(uploadFileFormats), { maxItems: 6 })),
          }),
        ),
        fileUploadOptions: PlainOptions,
        signatureOptions: PlainOptions,
      }),
    ),
    paymentOptions: Type.Optional(
      open({
        ...block,
        // The products are checked when the form is saved, so that errors name the product.
        validation: Type.Optional(
          open({
            products: Type.Optional(Type.Unsafe<Product[]>(Type.Array(Type.Unknown()))),
            minItems: Count(formLimits.products),
            maxItems: Count(formLimits.products),
          }),
        ),
        checkboxGroupOptions: ChoiceOptions,
        donationInputOptions: ChoiceOptions,
        paymentInputOptions: Type.Optional(open({ ...sharedOptions, default: Type.Optional(Type.Number()) })),
        fixedPaymentOptions: PlainOptions,
      }),
    ),
    schedulingOptions: Type.Optional(open({ ...block, appointmentOptions: Appointment })),
    addressOptions: Type.Optional(
      open({
        ...block,
        validation: Type.Optional(
          open({
            allowedCountries: Type.Optional(Type.Array(Type.String({ maxLength: 2 }), { maxItems: 250 })),
            fields: Type.Optional(Type.Record(Type.String(), open({ required: Flag }))),
          }),
        ),
        multilineAddressOptions: PlainOptions,
      }),
    ),
    objectArrayOptions: Type.Optional(
      open({
        ...block,
        validation: Type.Optional(open({ minItems: Count(arrayItems), maxItems: Count(arrayItems) })),
        /** The fields that each row of the repeater contains. They are checked when the form is saved. */
        repeaterOptions: Type.Optional(
          open({ fields: Type.Optional(Type.Array(Json, { maxItems: formLimits.fields })) }),
        ),
      }),
    ),
  },
  {
    title: 'FormInputOptions',
    description: 'The values that a field of a form accepts, by value type.',
    examples: [{ target: 'email', required: true, inputType: 'STRING' }],
  },
);

const DisplayOptions = Type.Object({
  displayFieldType: optional.text,
  richContentOptions: Type.Optional(
    open({ richContent: Type.Optional(RichContent), maxShownParagraphs: Type.Optional(Type.Number()) }),
  ),
  pageNavigationOptions: Type.Optional(
    open({ nextPageText: Text(65), previousPageText: Text(65), submitText: Text(65) }),
  ),
});

/** A field of the current generation (`formFields`). */
export const Field = Type.Object(
  {
    id: Type.Optional(EntityId),
    identifier: Text(50),
    fieldType: optional.text,
    hidden: Flag,
    inputOptions: Type.Optional(InputOptions),
    displayOptions: Type.Optional(DisplayOptions),
  },
  {
    title: 'FormFieldV4',
    description: 'A field of a form: what it accepts and how it looks.',
    examples: [
      {
        id: '7f3d1c9a-52e4-4b0e-9a66-2f1f5d0c8e11',
        fieldType: 'INPUT',
        inputOptions: {
          target: 'email',
          required: true,
          inputType: 'STRING',
          stringOptions: { validation: { format: 'EMAIL' } },
        },
      },
    ],
  },
);

/** A field of the earlier generation (`fields`), which the vendor's React viewer reads and older sites send. */
export const FormField = Type.Object(
  {
    id: Type.Optional(EntityId),
    target: Text(formLimits.targetLength),
    validation: Type.Optional(Json),
    pii: Flag,
    hidden: Flag,
    readOnly: Flag,
    view: Type.Optional(Json),
    nestedFormId: Type.Optional(EntityId),
    nestedFormOverrides: Type.Optional(Json),
    dataExtensionsDetails: Type.Optional(Json),
  },
  { title: 'FormFieldEarlier', description: 'A field in the earlier generation of the form object.' },
);
