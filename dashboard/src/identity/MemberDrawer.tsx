import { Drawer, Group, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Drawer.css';
import { useQuery } from '@tanstack/react-query';
import { CopyField } from '../ui/CopyField.tsx';
import { formatDateTime } from '../ui/format.ts';
import { QueryView } from '../ui/QueryView.tsx';
import classes from './MemberDrawer.module.css';
import { MemberState } from './MemberState.tsx';
import { nameOfMember } from './member-name.ts';
import { type Member, memberQuery } from './queries.ts';

/** One member, whole. */
export function MemberDrawer({ memberId, onClose }: { memberId: string | null; onClose: () => void }) {
  const member = useQuery(memberQuery(memberId));
  return (
    <Drawer opened={memberId !== null} onClose={onClose} title={member.data ? nameOfMember(member.data) : 'Member'}>
      <QueryView query={member}>{(one) => <Details member={one} />}</QueryView>
    </Drawer>
  );
}

function Details({ member }: { member: Member }) {
  const facts = factsOf(member).filter(([, value]) => value);
  return (
    <Stack gap="lg">
      <Group gap="xs">
        <MemberState status={member.status} />
        <Text size="sm" c="dimmed">
          {member.loginEmailVerified ? 'E-mail verified' : 'E-mail not verified'}
        </Text>
      </Group>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <CopyField label="Member id" value={member.id} />
    </Stack>
  );
}

function factsOf({ loginEmail, profile, contact, ...member }: Member): [string, string | null | undefined][] {
  return [
    ['E-mail', loginEmail],
    ['Nickname', profile.nickname],
    ['Slug', profile.slug],
    ['Title', profile.title],
    ['First name', contact?.firstName],
    ['Last name', contact?.lastName],
    ['Company', contact?.company],
    ['Job', contact?.jobTitle],
    ['Birthday', contact?.birthdate],
    ['Phones', contact?.phones?.join(', ')],
    ['Further e-mails', contact?.emails?.filter((email) => email !== loginEmail).join(', ')],
    ...Object.entries(contact?.customFields ?? {}).map(([key, { name, value }]): [string, string] => [
      name ?? key,
      textOf(value),
    ]),
    ['Profile', member.privacyStatus === 'PUBLIC' ? 'Public' : 'Private'],
    ['Member since', formatDateTime(member.createdDate)],
    ['Last signed in', member.lastLoginDate ? formatDateTime(member.lastLoginDate) : 'Never'],
  ];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
