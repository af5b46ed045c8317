/**
 * Names of the form's inputs. An input is named after the path of its value (`email`, `address/city`, `guests/0/name`),
 * which errors use too. Names of auxiliary inputs append a suffix that starts with `__`, which cannot occur in a target
 * (forms contract section 3).
 */

export const pathOf = (prefix: string, target: string | number): string =>
  prefix === '' ? `${target}` : `${prefix}/${target}`;

/** The text input of a custom choice. */
export const customName = (path: string): string => `${path}__custom`;
/** The value of the option for a custom choice. */
export const CUSTOM_VALUE = '__custom';

/** The value of an uploaded file as JSON, one input per file. */
export const fileName = (path: string): string => `${path}__file`;
/** Present while the upload of a file is pending or failed. */
export const pendingName = (path: string): string => `${path}__pending`;

/** The country of a phone number in national format. */
export const countryName = (path: string): string => `${path}__country`;

export const quantityName = (path: string, productId: string): string => `${path}__quantity/${productId}`;
export const priceName = (path: string, productId: string): string => `${path}__price/${productId}`;

/** Returns the path in the name of an input. */
export const pathOfInput = (name: string): string => name.split('__')[0] as string;

/** Number of visible rows of a repeater. */
export const rowsName = (path: string): string => `${path}__rows`;

/** The button that adds a row without JavaScript. Its value is the path. */
export const ADD_ROW = '__addRow';

/** Inputs that are submitted with the values but are not values. */
export const KEY_NAME = '__key';
export const TICKET_NAME = '__ticket';
/** Hidden from people. The name attracts robots. */
export const HONEYPOT_NAME = 'website__url';
export const CAPTCHA_NAME = 'captcha';
