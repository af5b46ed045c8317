/** What the dashboard says about changes of many items. Pure. */
import type { Calls } from '@portico/contract';
import { formatNumber } from '../ui/format.ts';

type BulkChange = Calls['data.bulkChanges.list']['answer']['bulkChanges'][number];

export const itemCount = (count: number): string => (count === 1 ? '1 item' : `${formatNumber(count)} items`);

/** “30 items are changed. 2 items were left as they are.” */
export function whatHappened({ kind, succeeded, skipped, status }: BulkChange): string {
  const verb = kind === 'REMOVE' ? 'deleted' : kind === 'UNDO' ? 'restored' : 'changed';
  const done = `${itemCount(succeeded)} ${succeeded === 1 ? 'is' : 'are'} ${verb}.`;
  const start = status === 'FAILED' ? 'The work ended early. ' : '';
  return skipped === 0 ? `${start}${done}` : `${start}${done} ${itemCount(skipped)} stayed as before.`;
}

export function undoneText({ succeeded, skipped }: BulkChange): string {
  const done = `${itemCount(succeeded)} ${succeeded === 1 ? 'is' : 'are'} as before.`;
  return skipped === 0 ? done : `${done} ${itemCount(skipped)} had been changed since and stayed.`;
}

/** “Changed Price of 30 items”; field keys are replaced by their titles. */
export function titleOfChange({ kind, fields, total }: BulkChange, titleOf: (key: string) => string): string {
  if (kind === 'REMOVE') return `Deleted ${itemCount(total)}`;
  // An undo of a deletion names no field.
  if (fields.length === 0) return `Restored ${itemCount(total)}`;
  const names = fields.map(titleOf).join(', ');
  return `${kind === 'UNDO' ? 'Restored' : 'Changed'} ${names} of ${itemCount(total)}`;
}
