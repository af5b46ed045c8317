import type { BulkChangeInput } from '@portico/contract/data/bulk-changes';
import type { Static } from 'typebox';
import { AppError } from '../../../kernel/app-error.ts';
import type { SiteCtx } from '../../../kernel/ctx.ts';
import { requireBulkEditor } from '../../collections/permissions.ts';
import { openCollection, type Reach } from '../../collections/reach.ts';
import { modificationsOf } from '../../items/patch-rows.ts';
import { partLinks } from '../../links/patch-links.ts';
import type { Modification } from '../../values/patch.ts';

type Body = Static<typeof BulkChangeInput>;

/** A bulk change that its caller may make. */
export interface BulkPlan {
  readonly reach: Reach;
  /** null for a removal */
  readonly modifications: readonly Modification[] | null;
  /** keys of the changed fields; none for a removal */
  readonly keys: readonly string[];
}

export const AT = 'change.fieldModifications';

/** @throws AppError WDE0027 for a caller without the right, WDE0080 for references that an undo could not restore */
export async function planBulkChange(ctx: SiteCtx, { dataCollectionId, change }: Body): Promise<BulkPlan> {
  const operation = change.kind === 'UPDATE' ? 'update' : 'remove';
  const reach = await openCollection(ctx, { dataCollectionId }, operation);
  requireBulkEditor(ctx.caller, dataCollectionId, operation);
  if (change.kind === 'REMOVE') return { reach, modifications: null, keys: [] };
  const modifications = modificationsOf(reach, change.fieldModifications, AT);
  if (partLinks(reach, modifications).links.length > 0) {
    const reason = 'references to several items cannot be changed in bulk, because an undo could not restore them';
    throw new AppError('WDE0080', { reason, field: AT });
  }
  return { reach, modifications, keys: [...new Set(modifications.map(({ path }) => path[0] as string))] };
}
