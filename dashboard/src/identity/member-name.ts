import type { Member } from './queries.ts';

/** What a member is called: nickname, else the name, else the address. */
export function nameOfMember({ profile, contact, loginEmail, id }: Member): string {
  const fullName = [contact?.firstName, contact?.lastName].filter(Boolean).join(' ');
  return profile.nickname || fullName || loginEmail || id;
}
