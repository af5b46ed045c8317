/** Names of queues and pools, and the states that follow from figures. */

export const QUEUE_NAMES: Readonly<Record<string, string>> = {
  outbox: 'Events',
  mails: 'Mails',
  deliveries: 'Webhook deliveries',
  'jobs on collections': 'Jobs on collections',
  'file removal': 'Removal of files',
};

export const POOL_TEXTS: Readonly<Record<string, string>> = {
  main: 'Writes and single items',
  slow: 'Queries and counts',
};

export const BACKUP_KINDS: Readonly<Record<string, string>> = { ARCHIVE: 'Archive', BASE: 'Base copy' };

interface State {
  readonly tone: 'good' | 'waiting' | 'bad';
  readonly text: string;
}

const LATE_SECONDS = 60;
const STUCK_SECONDS = 900;

/** @param oldestDueSeconds how long the oldest due row of the queue has been due */
export function queueState(oldestDueSeconds: number): State {
  if (oldestDueSeconds >= STUCK_SECONDS) return { tone: 'bad', text: 'Not processed' };
  return oldestDueSeconds >= LATE_SECONDS ? { tone: 'waiting', text: 'Late' } : { tone: 'good', text: 'On time' };
}

/** Formats a duration in its largest unit, such as “3 minutes”; “–” below a second. */
export function formatAge(seconds: number): string {
  const units = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
    ['second', 1],
  ] as const;
  const found = units.find(([, size]) => seconds >= size);
  if (!found) return '–';
  const [unit, size] = found;
  return new Intl.NumberFormat(undefined, { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.floor(seconds / size),
  );
}

export function backupState(run: { readonly finishedDate: string | null; readonly failure: string | null }): State {
  if (run.failure !== null) return { tone: 'bad', text: 'Failed' };
  return run.finishedDate === null ? { tone: 'waiting', text: 'Running' } : { tone: 'good', text: 'Succeeded' };
}
