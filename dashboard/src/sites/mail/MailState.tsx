import { StatusBadge } from '../../ui/StatusBadge.tsx';
import type { MailStatus } from './queries.ts';

export const mailStates = {
  QUEUED: { tone: 'waiting', title: 'Waiting', all: 'Waiting' },
  SENT: { tone: 'good', title: 'Sent', all: 'Sent' },
  KEPT: { tone: 'quiet', title: 'Not sent', all: 'Not sent' },
  FAILED: { tone: 'bad', title: 'Failed', all: 'Failed' },
} as const;

export const MailState = ({ status }: { status: MailStatus }) => (
  <StatusBadge tone={mailStates[status].tone}>{mailStates[status].title}</StatusBadge>
);
