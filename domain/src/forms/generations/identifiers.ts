import type { InputType } from '../vocabulary.ts';

/** Identifiers that the vendor's clients know → the component that shows them (forms contract section 4.2). */
const COMPONENTS: Readonly<Record<string, string>> = {
  DATE_TIME_INPUT: 'DATE_TIME',
  DATE_INPUT: 'DATE_INPUT',
  CONTACTS_BIRTHDATE: 'DATE_INPUT',
  DATE_PICKER: 'DATE_PICKER',
  TIME_INPUT: 'TIME_INPUT',
  RADIO_GROUP: 'RADIO_GROUP',
  QUIZ_SINGLE_CHOICE: 'RADIO_GROUP',
  DROPDOWN: 'DROPDOWN',
  MLA_COUNTRY: 'DROPDOWN',
  MLA_SUBDIVISION: 'DROPDOWN',
  SERVICES_DROPDOWN: 'SERVICES_DROPDOWN',
  CONTACTS_PHONE: 'PHONE_INPUT',
  PASSWORD: 'PASSWORD',
  NUMBER_INPUT: 'NUMBER_INPUT',
  QUIZ_NUMBER: 'NUMBER_INPUT',
  RATING_INPUT: 'RATING_INPUT',
  TAGS: 'TAGS',
  SERVICES_MULTI_CHOICE: 'SERVICES_CHECKBOX_GROUP',
  SIGNATURE: 'SIGNATURE',
  PRODUCT_LIST: 'CHECKBOX_GROUP',
  DONATION: 'DONATION_INPUT',
  PAYMENT_INPUT: 'PAYMENT_INPUT',
  FIXED_PAYMENT: 'FIXED_PAYMENT',
};

const FIRST_COMPONENT: Readonly<Record<InputType, string | undefined>> = {
  STRING: 'TEXT_INPUT',
  NUMBER: 'NUMBER_INPUT',
  BOOLEAN: 'CHECKBOX',
  ARRAY: 'CHECKBOX_GROUP',
  OBJECT: undefined,
  WIX_FILE: 'FILE_UPLOAD',
  PAYMENT: 'CHECKBOX_GROUP',
  SCHEDULING: 'APPOINTMENT',
  ADDRESS: 'MULTILINE_ADDRESS',
  OBJECT_ARRAY: 'REPEATER',
};

/** The component of a field of the earlier generation, which names only its identifier (an open set). */
export function componentOf(
  identifier: string | undefined,
  inputType: InputType,
  allowed: readonly string[],
  format: unknown,
): string | undefined {
  const known = COMPONENTS[identifier ?? ''];
  if (known && allowed.includes(known)) return known;
  if (inputType === 'STRING' && format === 'PHONE') return 'PHONE_INPUT';
  return FIRST_COMPONENT[inputType];
}

/** `view.fieldType` of a component whose field names no identifier. */
export const identifierOf = (component: string): string =>
  ({ DATE_TIME: 'DATE_TIME_INPUT', DONATION_INPUT: 'DONATION', PHONE_INPUT: 'CONTACTS_PHONE' })[component] ?? component;
