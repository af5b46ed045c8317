import { AppError } from '../../kernel/app-error.ts';
import type { Collection } from '../collections/collection.ts';
import type { NewChange } from '../collections/schema-change.ts';
import { moveOfValues } from '../collections/schema-change.ts';

/**
 * Rejects a change that converts the values of a unique index. Different values may be equal after the conversion (`1`
 * and `1.0`), or values may already exist under the new key.
 * @throws AppError WDE0080
 */
export function assertNotUnique({ layout }: Pick<Collection, 'layout'>, change: NewChange): void {
  const { to } = moveOfValues(change);
  const isUnique = layout.indexes.some(
    ({ unique, status, fields }) => unique && status === 'ACTIVE' && fields[0]?.path.split('.')[0] === to,
  );
  if (!isUnique) return;
  const reason = `a unique index covers the values of ${to}: remove \`unique\` or the index, and add it again when the change is done`;
  throw new AppError('WDE0080', { reason, field: 'change' });
}
