/** Texts about bulk changes and their results. */
import type { Calls } from '@portico/contract';
import { formatNumber } from '../ui/format.ts';

type BulkChange = Calls['data.bulkChanges.list']['response']['bulkChanges'][number];

export const formatItemCount = (count: number): string => (count === 1 ? '1 item' : `${formatNumber(count)} items`);

/** Describes the result of a change, e.g. “30 items are changed. 2 items were not changed.” */
export function describeResult({ kind, succeeded, skipped, status }: BulkChange): string {
  const verb = kind === 'REMOVE' ? 'deleted' : kind === 'UNDO' ? 'restored' : 'changed';
  const done = `${formatItemCount(succeeded)} ${succeeded === 1 ? 'is' : 'are'} ${verb}.`;
  const start = status === 'FAILED' ? 'The change stopped early. ' : '';
  return skipped === 0
    ? `${start}${done}`
    : `${start}${done} ${formatItemCount(skipped)} ${skipped === 1 ? 'was' : 'were'} not ${verb}.`;
}

export function undoResultText({ succeeded, skipped }: BulkChange): string {
  const done = `${formatItemCount(succeeded)} ${succeeded === 1 ? 'is' : 'are'} restored.`;
  return skipped === 0
    ? done
    : `${done} ${formatItemCount(skipped)} changed in the meantime and ${skipped === 1 ? 'was' : 'were'} not restored.`;
}

/** Returns a title such as “Changed Price of 30 items”, with the labels of the fields. */
export function titleOfChange({ kind, fields, total }: BulkChange, labelOf: (key: string) => string): string {
  if (kind === 'REMOVE') return `Deleted ${formatItemCount(total)}`;
  // The undo of a deletion has no fields.
  if (fields.length === 0) return `Restored ${formatItemCount(total)}`;
  const names = fields.map(labelOf).join(', ');
  return `${kind === 'UNDO' ? 'Restored' : 'Changed'} ${names} of ${formatItemCount(total)}`;
}
