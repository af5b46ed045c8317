import { Group } from '@mantine/core';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import type { Member } from './queries.ts';

const states = {
  APPROVED: { tone: 'good', title: 'Active' },
  PENDING: { tone: 'waiting', title: 'Waiting' },
  BLOCKED: { tone: 'bad', title: 'Blocked' },
  OFFLINE: { tone: 'quiet', title: 'Contact' },
  UNKNOWN: { tone: 'quiet', title: 'Unknown' },
} as const;

export function MemberState({ member: { status, activityStatus } }: { member: Member }) {
  return (
    <Group gap={4} component="span" wrap="nowrap">
      <StatusBadge tone={states[status].tone}>{states[status].title}</StatusBadge>
      {activityStatus === 'MUTED' && <StatusBadge tone="quiet">Muted</StatusBadge>}
    </Group>
  );
}
