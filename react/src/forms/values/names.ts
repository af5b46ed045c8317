/**
 * Names of the form's inputs. An input is named after the path of its value (`email`, `address/city`, `guests/0/name`),
 * which errors use too. Names of auxiliary inputs append a suffix that starts with `__`, which cannot occur in a target
 * (forms contract section 3).
 */

export const pathOf = (prefix: string, target: string | number): string =>
  prefix === '' ? `${target}` : `${prefix}/${target}`;

/** Returns the name of the text input for a custom choice. */
export const customName = (path: string): string => `${path}__custom`;
/** The value of the option for a custom choice. */
export const CUSTOM_VALUE = '__custom';

/** Returns the name of the inputs that contain the values of uploaded files as JSON, one input per file. */
export const fileName = (path: string): string => `${path}__file`;
/** Returns the name of an input that is present while the upload of a file is pending or failed. */
export const pendingName = (path: string): string => `${path}__pending`;

/** Returns the name of the input for the country of a phone number in national format. */
export const countryName = (path: string): string => `${path}__country`;

export const quantityName = (path: string, productId: string): string => `${path}__quantity/${productId}`;
export const priceName = (path: string, productId: string): string => `${path}__price/${productId}`;

/** Returns the path in the name of an input. */
export const pathOfInput = (name: string): string => name.split('__')[0] as string;

/** Returns the name of the input that contains how many rows of a repeater are visible. */
export const rowsName = (path: string): string => `${path}__rows`;

/** The name of the button that adds a row without JavaScript. Its value is the path of the repeater. */
export const ADD_ROW = '__addRow';

/** Names of inputs that are submitted with the form but do not contain values of fields. */
export const KEY_NAME = '__key';
export const TICKET_NAME = '__ticket';
/** The name of an input that is hidden from people. The name attracts robots. */
export const HONEYPOT_NAME = 'website__url';
export const CAPTCHA_NAME = 'captcha';
