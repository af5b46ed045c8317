import type { Member } from './queries.ts';

/** Returns the nickname of a member, or else the full name, the e-mail address or the id. */
export function nameOfMember({ profile, contact, loginEmail, id }: Member): string {
  const fullName = [contact?.firstName, contact?.lastName].filter(Boolean).join(' ');
  return profile.nickname || fullName || loginEmail || id;
}
