import type { Field, InputOptions } from '@portico/domain';
import type { FieldKind } from './field-view.ts';

/**
 * Returns the kind of a field, which determines how it is rendered. The kind depends on the component, or else on the
 * format or identifier.
 */
export function kindOf(field: Field, input: InputOptions): FieldKind {
  switch (input.inputType) {
    case 'STRING':
      return stringKind(field, input.stringOptions ?? {});
    case 'NUMBER':
      return input.numberOptions?.componentType === 'RATING_INPUT' ? 'rating' : 'number';
    case 'BOOLEAN':
      return 'checkbox';
    case 'ARRAY':
      return input.arrayOptions?.componentType === 'TAGS' ? 'tags' : 'checkboxes';
    case 'OBJECT':
      return 'group';
    case 'OBJECT_ARRAY':
      return 'repeater';
    case 'WIX_FILE':
      return input.wixFileOptions?.componentType === 'SIGNATURE' ? 'signature' : 'files';
    case 'ADDRESS':
      return 'address';
    case 'SCHEDULING':
      return 'appointment';
    case 'PAYMENT':
      return paymentKind(input.paymentOptions?.componentType);
    default:
      return 'unsupported';
  }
}

function paymentKind(component: string | undefined): FieldKind {
  switch (component) {
    case 'DONATION_INPUT':
      return 'donation';
    case 'PAYMENT_INPUT':
      return 'amount';
    case 'FIXED_PAYMENT':
      return 'fixedPrice';
    default:
      return 'products';
  }
}

const BY_COMPONENT: Readonly<Record<string, FieldKind>> = {
  RADIO_GROUP: 'radio',
  DROPDOWN: 'dropdown',
  SERVICES_DROPDOWN: 'dropdown',
  PHONE_INPUT: 'phone',
  PASSWORD: 'password',
  DATE_PICKER: 'datePicker',
};

const BY_FORMAT: Readonly<Record<string, FieldKind>> = {
  EMAIL: 'email',
  PHONE: 'phone',
  URL: 'url',
  DATE: 'date',
  TIME: 'time',
  DATE_TIME: 'dateTime',
};

function stringKind(field: Field, block: { componentType?: string; validation?: { format?: string } }): FieldKind {
  const { componentType = '', validation } = block;
  const kind = BY_COMPONENT[componentType] ?? BY_FORMAT[validation?.format ?? ''];
  if (kind) return kind;
  return /(^|_)(TEXT_AREA|LONG_TEXT)$/.test(field.identifier ?? '') ? 'textarea' : 'text';
}

const AUTOCOMPLETE: Readonly<Record<string, string>> = {
  FIRST_NAME: 'given-name',
  LAST_NAME: 'family-name',
  COMPANY: 'organization',
  COMPANY_NAME: 'organization',
  POSITION: 'organization-title',
  EMAIL: 'email',
  PHONE: 'tel',
  BIRTHDATE: 'bday',
};

/** Returns the `autocomplete` attribute of a field about the visitor, by its contact mapping or identifier. */
export function autoCompleteOf(field: Field, input: InputOptions, kind: FieldKind): string | undefined {
  const identifier = field.identifier?.replace(/^(CONTACTS|FULL_NAME|BOOKINGS|ECOM|DEXT)_/, '');
  const contactField = input.contactMapping?.contactField ?? identifier;
  if (contactField && AUTOCOMPLETE[contactField]) return AUTOCOMPLETE[contactField];
  // The browser must not offer passwords of other accounts here.
  return { email: 'email', phone: 'tel', url: 'url', password: 'off' }[kind as string];
}
