import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Drawer.css';
import { IconChevronDown, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRights } from '../app/rights.ts';
import { settingsQuery } from '../sites/settings/queries.ts';
import { CopyField } from '../ui/CopyField.tsx';
import { QueryView } from '../ui/QueryView.tsx';
import { useGuardedClose } from '../ui/UnsavedChanges.tsx';
import { MemberFacts } from './MemberFacts.tsx';
import { MemberForm } from './MemberForm.tsx';
import { MemberMenu } from './MemberMenu.tsx';
import { MemberRoles } from './MemberRoles.tsx';
import { MemberState } from './MemberState.tsx';
import type { MemberAction } from './member-actions.ts';
import { nameOfMember } from './member-name.ts';
import { type Member, memberQuery } from './queries.ts';

interface MemberDrawerProps {
  memberId: string | null;
  onClose: () => void;
  onStart: (action: MemberAction, member: Member) => void;
}

/** Shows a member and, on request, the form that edits the profile. */
export function MemberDrawer({ memberId, onClose, onStart }: MemberDrawerProps) {
  const member = useQuery(memberQuery(memberId));
  const [isDirty, setIsDirty] = useState(false);
  const { close, question } = useGuardedClose(isDirty && memberId !== null, () => {
    setIsDirty(false);
    onClose();
  });
  return (
    <>
      <Drawer opened={memberId !== null} onClose={close} title={member.data ? nameOfMember(member.data) : 'Member'}>
        <QueryView query={member}>
          {(data) => <Details key={data.id} member={data} onStart={onStart} onDirty={setIsDirty} />}
        </QueryView>
      </Drawer>
      {question}
    </>
  );
}

interface DetailsProps {
  member: Member;
  onStart: MemberDrawerProps['onStart'];
  onDirty: (isDirty: boolean) => void;
}

function Details({ member, onStart, onDirty }: DetailsProps) {
  const { mayManage } = useRights();
  const settings = useQuery(settingsQuery);
  const [isEditing, setIsEditing] = useState(false);
  const fields = settings.data?.members.fields ?? [];
  const stopEditing = () => {
    onDirty(false);
    setIsEditing(false);
  };
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Group gap="xs">
          <MemberState member={member} />
          <Text size="sm" c="dimmed">
            {member.loginEmailVerified ? 'E-mail verified' : 'E-mail not verified'}
          </Text>
        </Group>
        {mayManage && !isEditing && (
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPencil size={14} aria-hidden />}
              disabled={!settings.data}
              onClick={() => setIsEditing(true)}
            >
              Edit
            </Button>
            <MemberMenu member={member} onStart={onStart}>
              <Button size="xs" variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
                Actions
              </Button>
            </MemberMenu>
          </Group>
        )}
      </Group>
      {isEditing ? (
        <MemberForm member={member} fields={fields} onDirty={onDirty} onCancel={stopEditing} onSaved={stopEditing} />
      ) : (
        <>
          <MemberFacts member={member} fields={fields} />
          <MemberRoles memberId={member.id} readOnly={!mayManage} />
          <CopyField label="Member id" value={member.id} />
        </>
      )}
    </Stack>
  );
}
