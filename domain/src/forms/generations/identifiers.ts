/**
 * Maps the identifiers that the vendor's clients know (forms contract section 4.2) to input types and components. A
 * field of the earlier generation has only an identifier, and unknown identifiers are allowed. They are preserved, and
 * their component is derived from the other properties.
 */
import { componentsByInputType, type InputType } from '../vocabulary.ts';

interface IdentifierKind {
  readonly inputType: InputType;
  readonly component: string;
}

const splitWords = (text: string): readonly string[] => text.split(' ');

const KINDS_BY_IDENTIFIER: ReadonlyMap<string, IdentifierKind> = new Map(
  (
    [
      [
        'STRING',
        'TEXT_INPUT',
        'TEXT_INPUT TEXT_AREA URL_INPUT FULL_NAME_FIRST_NAME FULL_NAME_LAST_NAME CONTACTS_FIRST_NAME CONTACTS_LAST_NAME ' +
          'CONTACTS_COMPANY CONTACTS_POSITION CONTACTS_TAX_ID CONTACTS_EMAIL CONTACTS_ADDRESS QUIZ_SHORT_TEXT ' +
          'QUIZ_LONG_TEXT MLA_CITY MLA_ADDRESS_LINE MLA_ADDRESS_LINE_2 MLA_POSTAL_CODE MLA_STREET_NAME ' +
          'MLA_STREET_NUMBER MLA_APARTMENT DEXT_TEXT_INPUT DEXT_TEXT_AREA DEXT_URL_INPUT DEXT_EMAIL ' +
          'ECOM_ADDITIONAL_INFO ECOM_COMPANY_NAME ECOM_EMAIL BOOKINGS_FIRST_NAME BOOKINGS_LAST_NAME BOOKINGS_EMAIL',
      ],
      ['STRING', 'PHONE_INPUT', 'CONTACTS_PHONE DEXT_PHONE ECOM_PHONE BOOKINGS_PHONE'],
      ['STRING', 'RADIO_GROUP', 'RADIO_GROUP QUIZ_SINGLE_CHOICE DEXT_RADIO_GROUP EVENTS_RSVP'],
      ['STRING', 'DROPDOWN', 'DROPDOWN DEXT_DROPDOWN MLA_COUNTRY MLA_SUBDIVISION'],
      ['STRING', 'DATE_TIME', 'DATE_TIME_INPUT DEXT_DATE_TIME_INPUT'],
      ['STRING', 'DATE_INPUT', 'DATE_INPUT CONTACTS_BIRTHDATE'],
      ['STRING', 'DATE_PICKER', 'DATE_PICKER DEXT_DATE_PICKER'],
      ['STRING', 'TIME_INPUT', 'TIME_INPUT'],
      ['STRING', 'SERVICES_DROPDOWN', 'SERVICES_DROPDOWN'],
      ['STRING', 'PASSWORD', 'PASSWORD'],
      ['NUMBER', 'NUMBER_INPUT', 'NUMBER_INPUT QUIZ_NUMBER DEXT_NUMBER_INPUT'],
      ['NUMBER', 'RATING_INPUT', 'RATING_INPUT DEXT_RATING_INPUT'],
      ['BOOLEAN', 'CHECKBOX', 'CHECKBOX CONTACTS_SUBSCRIBE DEXT_CHECKBOX ECOM_SUBSCRIPTION'],
      [
        'ARRAY',
        'CHECKBOX_GROUP',
        'CHECKBOX_GROUP IMAGE_CHOICE QUIZ_MULTI_CHOICE QUIZ_IMAGE_CHOICE DEXT_CHECKBOX_GROUP',
      ],
      ['ARRAY', 'TAGS', 'TAGS DEXT_TAGS'],
      ['ARRAY', 'SERVICES_CHECKBOX_GROUP', 'SERVICES_MULTI_CHOICE'],
      ['WIX_FILE', 'FILE_UPLOAD', 'FILE_UPLOAD QUIZ_FILE_UPLOAD'],
      ['WIX_FILE', 'SIGNATURE', 'SIGNATURE'],
      ['PAYMENT', 'CHECKBOX_GROUP', 'PRODUCT_LIST'],
      ['PAYMENT', 'DONATION_INPUT', 'DONATION'],
      ['PAYMENT', 'PAYMENT_INPUT', 'PAYMENT_INPUT'],
      ['PAYMENT', 'FIXED_PAYMENT', 'FIXED_PAYMENT'],
      ['SCHEDULING', 'APPOINTMENT', 'APPOINTMENT'],
      ['ADDRESS', 'MULTILINE_ADDRESS', 'MULTILINE_ADDRESS ECOM_ADDRESS BOOKINGS_ADDRESS'],
      ['OBJECT_ARRAY', 'REPEATER', 'EVENTS_REPEATER'],
    ] as const
  ).flatMap(([inputType, component, list]) =>
    splitWords(list).map((identifier): [string, IdentifierKind] => [identifier, { inputType, component }]),
  ),
);

/** Returns the input type of a field that has no validation, or null for an unknown identifier. */
export const inputTypeOf = (identifier: string | undefined): InputType | null =>
  KINDS_BY_IDENTIFIER.get(identifier ?? '')?.inputType ?? null;

/**
 * Returns the component of a field of the earlier generation. `viewComponent` is the component in the view, which is
 * missing there if the identifier already implies it.
 */
export function componentOf(
  identifier: string | undefined,
  inputType: InputType,
  format: unknown,
  viewComponent?: unknown,
): string | undefined {
  const allowed: readonly string[] = componentsByInputType[inputType];
  if (typeof viewComponent === 'string' && allowed.includes(viewComponent)) return viewComponent;
  const known = KINDS_BY_IDENTIFIER.get(identifier ?? '');
  if (known && known.inputType === inputType) return known.component;
  if (inputType === 'STRING' && format === 'PHONE') return 'PHONE_INPUT';
  return allowed[0];
}

const IDENTIFIERS: ReadonlyMap<string, string> = new Map([
  ['DATE_TIME', 'DATE_TIME_INPUT'],
  ['DONATION_INPUT', 'DONATION'],
  ['PHONE_INPUT', 'CONTACTS_PHONE'],
  ['SERVICES_CHECKBOX_GROUP', 'SERVICES_MULTI_CHOICE'],
]);

/** Returns `view.fieldType` of a field without an identifier. */
export const identifierOf = (inputType: InputType, component: string): string =>
  inputType === 'PAYMENT' && component === 'CHECKBOX_GROUP'
    ? 'PRODUCT_LIST'
    : (IDENTIFIERS.get(component) ?? (component || inputType));

const DISPLAY_IDENTIFIERS: ReadonlyMap<string, string> = new Map([
  ['RICH_CONTENT', 'RICH_TEXT'],
  ['PAGE_NAVIGATION', 'SUBMIT_BUTTON'],
  ['LOGIN_BAR', 'BOOKINGS_LOGIN_BAR'],
]);

/** Returns `view.fieldType` of a display field without an identifier. */
export const displayIdentifierOf = (displayFieldType: string): string =>
  DISPLAY_IDENTIFIERS.get(displayFieldType) ?? displayFieldType;

/** Returns the display field type that an identifier of the earlier generation implies. The default is rich content. */
export function displayTypeOf(identifier: string | undefined, view: Readonly<Record<string, unknown>>): string {
  if (typeof view.displayFieldType === 'string') return view.displayFieldType;
  if (identifier === 'SUBMIT_BUTTON' || 'submitText' in view) return 'PAGE_NAVIGATION';
  return identifier === 'BOOKINGS_LOGIN_BAR' ? 'LOGIN_BAR' : 'RICH_CONTENT';
}
