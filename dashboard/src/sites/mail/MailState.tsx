import { StatusBadge } from '../../ui/StatusBadge.tsx';
import type { MailStatus } from './queries.ts';

export const mailStates = {
  QUEUED: { tone: 'waiting', title: 'On its way', all: 'On their way' },
  SENT: { tone: 'good', title: 'Sent', all: 'Sent' },
  KEPT: { tone: 'quiet', title: 'Kept here', all: 'Kept here' },
  FAILED: { tone: 'bad', title: 'Failed', all: 'Failed' },
} as const;

export const MailState = ({ status }: { status: MailStatus }) => (
  <StatusBadge tone={mailStates[status].tone}>{mailStates[status].title}</StatusBadge>
);
