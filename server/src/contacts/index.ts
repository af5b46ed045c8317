/** The exports of the contacts slice. */
export { CONTACT_DELETED } from './contacts.ts';
export type { ContactInfo } from './info.ts';
export { exportContacts, forgetMember } from './member-contacts.ts';
export { upsertContact } from './upsert-contact.ts';
