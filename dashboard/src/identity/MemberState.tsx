import { StatusBadge } from '../ui/StatusBadge.tsx';
import type { Member } from './queries.ts';

const states = {
  APPROVED: { tone: 'good', title: 'Active' },
  PENDING: { tone: 'waiting', title: 'Waiting' },
  BLOCKED: { tone: 'bad', title: 'Blocked' },
  OFFLINE: { tone: 'quiet', title: 'Offline' },
  UNKNOWN: { tone: 'quiet', title: 'Unknown' },
} as const;

export const MemberState = ({ status }: { status: Member['status'] }) => (
  <StatusBadge tone={states[status].tone}>{states[status].title}</StatusBadge>
);
