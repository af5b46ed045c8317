/** Calls on contacts: those of Portico, and versions 4 and 5 of the vendor's API, which return the same contacts. */
import { labelsV4Calls } from './contacts/labels-v4-calls.ts';
import { porticoContactsCalls } from './contacts/own-calls.ts';
import { contactsV4Calls } from './contacts/v4-calls.ts';
import { contactsV5Calls } from './contacts/v5-calls.ts';

export { Contact, ContactInfo } from './contacts/own-calls.ts';

export const contactsEndpoints = { ...porticoContactsCalls, ...contactsV4Calls, ...labelsV4Calls, ...contactsV5Calls };
