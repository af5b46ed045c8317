import type { referencesEndpoints } from '@portico/contract/data/references';
import type { Input, Output } from '@portico/contract/endpoint';
import { dataLimits } from '@portico/domain';
import { transaction } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { openCollection, type Reach } from '../collections/reach.ts';
import { attempt } from '../values/outcome.ts';
import { assertItemId } from '../values/prepare.ts';
import { errorsOfBrokenLinks, requireReferencedCollection } from './broken-links.ts';
import { errorsOfMissingItems } from './items-not-found.ts';
import { type MultiReferenceField, writableLinksOf } from './reference.ts';
import { requireKeys } from './require-keys.ts';
import { deleteLinks, insertLinks, type Link, linkKey, lockItemsInReach } from './store.ts';

type Insert = (typeof referencesEndpoints)['insertReferences'];
type Remove = (typeof referencesEndpoints)['removeReferences'];
type Action = 'INSERT' | 'DELETE';
type Body = Input<Insert>['body'];
type ReferenceInput = NonNullable<Body['dataItemReferences']>[number];
type Reference = Required<ReferenceInput>;
type Result = Output<Insert>;

/** Inserts links. Of concurrent inserts of a link, exactly one succeeds; the others fail with WDE0029. */
export const insertReferences = (ctx: SiteCtx, { body }: Input<Insert>): Promise<Result> => change(ctx, body, 'INSERT');

/** Removes links. A link that does not exist fails with WDE0153. */
export const removeReferences = (ctx: SiteCtx, { body }: Input<Remove>): Promise<Result> => change(ctx, body, 'DELETE');

/**
 * Changes the links and returns a result for each reference. If all of them fail, the whole call fails, because the
 * client ignores results and would not notice errors in a response with status 200 (data contract section 9, point 11).
 */
async function change(ctx: SiteCtx, body: Body, action: Action): Promise<Result> {
  const { dataItemReferences: references } = requireKeys(body, ['dataItemReferences']);
  assertSize(references.length, 'dataItemReferences');
  const reach = await openCollection(ctx, body, 'update');
  const errors = await transaction(ctx, (ctx) => changeAll(ctx, reach, references, action));
  const first = errors[0];
  if (first && errors.every((error) => error)) throw first;
  return linkResult(action, errors);
}

/** @throws AppError WDE0080 if a call has no references or too many */
function assertSize(length: number, field: string): void {
  const limit = dataLimits.bulkItems;
  if (length === 0) throw new AppError('WDE0080', { reason: `${field} is empty`, field });
  if (length > limit) throw new AppError('WDE0080', { reason: `${field}: at most ${limit} at once`, field, limit });
}

async function changeAll(
  ctx: SiteCtx,
  reach: Reach,
  references: readonly ReferenceInput[],
  action: Action,
): Promise<(AppError | undefined)[]> {
  const errors = references.map((reference, i) => findViolation(reference, `dataItemReferences[${i}]`));
  const valid = [...references.keys()].filter((i) => !errors[i]);
  const fields = Map.groupBy(valid, (i) => (references[i] as Reference).referringItemFieldName);
  for (const [key, indexes] of fields) {
    const pairs = indexes.map((i): Link => {
      const { referringItemId: referringId, referencedItemId: referencedId } = references[i] as Reference;
      return { referringId, referencedId };
    });
    const outcomes = await changeField(ctx, reach, key, pairs, action);
    indexes.forEach((index, i) => {
      errors[index] = outcomes[i];
    });
  }
  return errors;
}

const KEYS = ['referringItemFieldName', 'referringItemId', 'referencedItemId'] as const;

function findViolation(reference: ReferenceInput, inputPath: string): AppError | undefined {
  const error = attempt(() => {
    const { referringItemId, referencedItemId } = requireKeys(reference, KEYS, `${inputPath}.`);
    assertItemId(referringItemId, `${inputPath}.referringItemId`);
    assertItemId(referencedItemId, `${inputPath}.referencedItemId`);
  });
  return error instanceof AppError ? error : undefined;
}

async function changeField(
  ctx: SiteCtx,
  reach: Reach,
  key: string,
  pairs: readonly Link[],
  action: Action,
): Promise<(AppError | undefined)[]> {
  let links: MultiReferenceField;
  try {
    links = await writableLinksOf(ctx, reach, key);
  } catch (error) {
    if (error instanceof AppError) return pairs.map(() => error);
    throw error;
  }
  const ids = [...new Set(pairs.map(({ referringId }) => referringId))];
  const locked = await lockItemsInReach(ctx.db, reach, ids);
  const missing = await errorsOfMissingItems(
    ctx,
    reach,
    ids.filter((id) => !locked.has(id)),
    'update',
  );
  const existing = pairs.filter(({ referringId }) => locked.has(referringId));
  const broken =
    action === 'INSERT'
      ? await errorsOfBrokenLinks(ctx, reach.collection, links, existing)
      : new Map<string, AppError>();
  const valid = existing.filter(({ referencedId }) => !broken.has(referencedId));
  const changed = valid.length > 0 ? await writeLinks(ctx, reach, links, valid, action) : new Set<string>();
  const unchanged = new AppError(action === 'INSERT' ? 'WDE0029' : 'WDE0153');
  // A pair that occurs twice is changed by its first occurrence; `delete` returns false for the second one.
  return pairs.map(
    (pair) =>
      missing.get(pair.referringId) ??
      broken.get(pair.referencedId) ??
      (changed.delete(linkKey(pair)) ? undefined : unchanged),
  );
}

function writeLinks(
  ctx: SiteCtx,
  { collection }: Reach,
  links: MultiReferenceField,
  pairs: readonly Link[],
  action: Action,
): Promise<Set<string>> {
  const distinct = [...new Map(pairs.map((pair) => [linkKey(pair), pair])).values()];
  return action === 'INSERT'
    ? insertLinks(ctx.db, collection, links.links, requireReferencedCollection(links), distinct)
    : deleteLinks(ctx.db, collection, links.links, distinct);
}

function linkResult(action: Action, errors: readonly (AppError | undefined)[]): Result {
  const failures = errors.filter((error) => error).length;
  return {
    results: errors.map((error, originalIndex) => ({
      action,
      referenceMetadata: {
        originalIndex,
        success: !error,
        ...(error ? { error: { code: error.code, description: error.message, data: { ...error.data } } } : {}),
      },
    })),
    bulkActionMetadata: {
      totalSuccesses: errors.length - failures,
      totalFailures: failures,
      undetailedFailures: 0,
    },
  };
}
