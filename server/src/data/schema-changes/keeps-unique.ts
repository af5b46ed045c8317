import { AppError } from '../../kernel/app-error.ts';
import type { Collection } from '../collections/collection.ts';
import type { NewChange } from '../collections/schema-change.ts';
import { valueMove } from '../collections/schema-change.ts';

/**
 * A unique index goes along with a name, but not with values: two that differ may come to the same as another type (`1`
 * and `1.0`), or be there under the new name already. Such a change is made once values need not be unique. Pure.
 * @throws AppError WDE0080
 */
export function assertKeepsUnique({ layout }: Pick<Collection, 'layout'>, change: NewChange): void {
  const { to } = valueMove(change);
  const held = layout.indexes.some(
    ({ unique, status, fields }) => unique && status === 'ACTIVE' && fields[0]?.path.split('.')[0] === to,
  );
  if (!held) return;
  const reason = `the values of ${to} are held unique by an index: take \`unique\` away first, or the index, and give it back when the change is done`;
  throw new AppError('WDE0080', { reason, field: 'change' });
}
