/**
 * Names of the form's inputs. An input carries the path of its value (`email`, `address/city`, `guests/0/name`), which is
 * also how errors name it; what stands beside a value has `__` behind the path, which cannot be in a target (forms contract
 * section 3).
 */

export const pathOf = (prefix: string, target: string | number): string =>
  prefix === '' ? `${target}` : `${prefix}/${target}`;

/** The text beside a choice of one's own. */
export const customName = (path: string): string => `${path}__custom`;
/** What an option for writing one's own sends in place of its text. */
export const CUSTOM_VALUE = '__custom';

/** An uploaded file: its value as JSON, one input a file. */
export const fileName = (path: string): string => `${path}__file`;
/** There while a file is on its way, or did not get through. */
export const pendingName = (path: string): string => `${path}__pending`;

/** The country that a phone number without `+` belongs to. */
export const countryName = (path: string): string => `${path}__country`;

export const quantityName = (path: string, productId: string): string => `${path}__quantity/${productId}`;
export const priceName = (path: string, productId: string): string => `${path}__price/${productId}`;

/** How many rows of a repeater are shown. */
export const rowsName = (path: string): string => `${path}__rows`;

/** The button of a page without scripts that adds a row: its value is the path. */
export const ADD_ROW = '__addRow';

/** What goes along with the values, and is none. */
export const KEY_NAME = '__key';
export const TICKET_NAME = '__ticket';
/** People do not see it; robots like the word. */
export const HONEYPOT_NAME = 'website__url';
export const CAPTCHA_NAME = 'captcha';
