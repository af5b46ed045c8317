import type { BulkChangeInput } from '@portico/contract/data/bulk-changes';
import type { Static } from 'typebox';
import { AppError } from '../../../kernel/app-error.ts';
import type { SiteCtx } from '../../../kernel/ctx.ts';
import { requireBulkEditor } from '../../collections/permissions.ts';
import { openCollection, type Reach } from '../../collections/reach.ts';
import { modificationsOf } from '../../items/patch-rows.ts';
import { splitPatch } from '../../links/patch-links.ts';
import type { Modification } from '../../values/patch.ts';

type Body = Static<typeof BulkChangeInput>;

/** A bulk change that the caller may make. */
export interface BulkChangePlan {
  readonly reach: Reach;
  /** Null for a removal. */
  readonly modifications: readonly Modification[] | null;
  /** Keys of the changed fields; empty for a removal. */
  readonly keys: readonly string[];
}

export const MODIFICATIONS_PATH = 'change.fieldModifications';

/**
 * Checks a bulk change and returns it parsed.
 * @throws AppError WDE0027 without permission, WDE0080 for references that an undo could not restore
 */
export async function planBulkChange(ctx: SiteCtx, { dataCollectionId, change }: Body): Promise<BulkChangePlan> {
  const operation = change.kind === 'UPDATE' ? 'update' : 'remove';
  const reach = await openCollection(ctx, { dataCollectionId }, operation);
  requireBulkEditor(ctx.caller, dataCollectionId, operation);
  if (change.kind === 'REMOVE') return { reach, modifications: null, keys: [] };
  const modifications = modificationsOf(reach, change.fieldModifications, MODIFICATIONS_PATH);
  if (splitPatch(reach, modifications).links.length > 0) {
    const reason = 'references to several items cannot be changed in bulk, because an undo could not restore them';
    throw new AppError('WDE0080', { reason, field: MODIFICATIONS_PATH });
  }
  return { reach, modifications, keys: [...new Set(modifications.map(({ path }) => path[0] as string))] };
}
