/** What the rest of the server may use of contacts. */
export { CONTACT_DELETED } from './contacts.ts';
export type { ContactInfo } from './info.ts';
export { exportContacts, forgetMember } from './of-member.ts';
export { upsertContact } from './upsert-contact.ts';
