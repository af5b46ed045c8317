import type { MemberField } from '../sites/settings/member-fields.ts';
import { formatDate, formatDateTime } from '../ui/format.ts';
import classes from './MemberFacts.module.css';
import type { Member } from './queries.ts';

/** Lists the data of a member. Empty values are omitted. */
export function MemberFacts({ member, fields }: { member: Member; fields: readonly MemberField[] }) {
  return (
    <dl className={classes.facts}>
      {factsOf(member, fields)
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

type Fact = [string, string | null | undefined];

function factsOf({ loginEmail, profile, contact, ...member }: Member, fields: readonly MemberField[]): Fact[] {
  return [
    ['E-mail', loginEmail],
    ['Nickname', profile.nickname],
    ['Slug', profile.slug],
    ['Title', profile.title],
    ['First name', contact?.firstName],
    ['Last name', contact?.lastName],
    ['Company', contact?.company],
    ['Job title', contact?.jobTitle],
    ['Birthday', contact?.birthdate && formatDate(contact.birthdate)],
    ['Phone numbers', contact?.phones?.join(', ')],
    ['Other e-mail addresses', contact?.emails?.filter((email) => email !== loginEmail).join(', ')],
    ...fields.map((field): Fact => [field.name, textOf(field, contact?.customFields?.[field.key]?.value)]),
    ['Profile', member.privacyStatus === 'PUBLIC' ? 'Public' : 'Private'],
    ['Member since', formatDateTime(member.createdDate)],
    ['Last signed in', member.lastLoginDate ? formatDateTime(member.lastLoginDate) : 'Never'],
  ];
}

function textOf({ type }: MemberField, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (type === 'DATE') return formatDate(String(value));
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
