import type { SubmissionStatus } from '@portico/domain/forms/vocabulary';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

export const statusTitles: Readonly<Record<SubmissionStatus, string>> = {
  PENDING: 'Pending',
  CONFIRMED: 'Confirmed',
  PAYMENT_WAITING: 'Waiting for payment',
  PAYMENT_CANCELED: 'Payment canceled',
};

const tones = { PENDING: 'waiting', CONFIRMED: 'good', PAYMENT_WAITING: 'waiting', PAYMENT_CANCELED: 'bad' } as const;

export const SubmissionState = ({ status }: { status: SubmissionStatus }) => (
  <StatusBadge tone={tones[status]}>{statusTitles[status]}</StatusBadge>
);
