import type { referencesEndpoints } from '@portico/contract/data/references';
import type { Input, Output } from '@portico/contract/endpoint';
import { dataLimits } from '@portico/domain';
import { transaction } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { openCollection, type Reach } from '../collections/reach.ts';
import { attempt } from '../values/outcome.ts';
import { assertItemId } from '../values/prepare.ts';
import { absentItems } from './absent-items.ts';
import { brokenLinks, requireOther } from './broken-links.ts';
import { type Links, linksOf } from './reference.ts';
import { requireKeys } from './require-keys.ts';
import { deleteLinks, insertLinks, keyOf, type Link, lockItems } from './store.ts';

type Insert = (typeof referencesEndpoints)['insertReferences'];
type Remove = (typeof referencesEndpoints)['removeReferences'];
type Action = 'INSERT' | 'DELETE';
type Body = Input<Insert>['body'];
type Sent = NonNullable<Body['dataItemReferences']>[number];
type Reference = Required<Sent>;
type Result = Output<Insert>;

/** Links items. Of many that race for one link exactly one makes it; the others get WDE0029. */
export const insertReferences = (ctx: SiteCtx, { body }: Input<Insert>): Promise<Result> => change(ctx, body, 'INSERT');

/** Takes links away; one that is not there gets WDE0153. */
export const removeReferences = (ctx: SiteCtx, { body }: Input<Remove>): Promise<Result> => change(ctx, body, 'DELETE');

/**
 * One result a reference. Where nothing at all was done the whole call is refused: the client reads no results, and a
 * failure in an answer of 200 would go unseen (data contract section 9, point 11).
 */
async function change(ctx: SiteCtx, body: Body, action: Action): Promise<Result> {
  const { dataItemReferences: sent } = requireKeys(body, ['dataItemReferences']);
  assertSize(sent.length, 'dataItemReferences');
  const reach = await openCollection(ctx, body, 'update');
  const errors = await transaction(ctx, (ctx) => changeAll(ctx, reach, sent, action));
  const first = errors[0];
  if (first && errors.every((error) => error)) throw first;
  return linkResult(action, errors);
}

/** @throws AppError WDE0080 for none, or for more than a call takes */
function assertSize(length: number, field: string): void {
  const limit = dataLimits.bulkItems;
  if (length === 0) throw new AppError('WDE0080', { reason: `${field} is empty`, field });
  if (length > limit) throw new AppError('WDE0080', { reason: `${field}: at most ${limit} at once`, field, limit });
}

async function changeAll(
  ctx: SiteCtx,
  reach: Reach,
  sent: readonly Sent[],
  action: Action,
): Promise<(AppError | undefined)[]> {
  const errors = sent.map((one, i) => refusalOf(one, `dataItemReferences[${i}]`));
  const complete = [...sent.keys()].filter((i) => !errors[i]);
  const fields = Map.groupBy(complete, (i) => (sent[i] as Reference).referringItemFieldName);
  for (const [key, fit] of fields) {
    const pairs = fit.map((i): Link => {
      const { referringItemId: near, referencedItemId: far } = sent[i] as Reference;
      return { near, far };
    });
    const outcomes = await changeField(ctx, reach, key, pairs, action);
    fit.forEach((place, i) => {
      errors[place] = outcomes[i];
    });
  }
  return errors;
}

const KEYS = ['referringItemFieldName', 'referringItemId', 'referencedItemId'] as const;

function refusalOf(one: Sent, at: string): AppError | undefined {
  const refusal = attempt(() => {
    const { referringItemId, referencedItemId } = requireKeys(one, KEYS, `${at}.`);
    assertItemId(referringItemId, `${at}.referringItemId`);
    assertItemId(referencedItemId, `${at}.referencedItemId`);
  });
  return refusal instanceof AppError ? refusal : undefined;
}

async function changeField(
  ctx: SiteCtx,
  reach: Reach,
  key: string,
  pairs: readonly Link[],
  action: Action,
): Promise<(AppError | undefined)[]> {
  let links: Links;
  try {
    links = await linksOf(ctx, reach, key);
  } catch (error) {
    if (error instanceof AppError) return pairs.map(() => error);
    throw error;
  }
  const near = [...new Set(pairs.map((pair) => pair.near))];
  const there = await lockItems(ctx.db, reach, near);
  const absent = await absentItems(
    ctx,
    reach,
    near.filter((id) => !there.has(id)),
    'update',
  );
  const own = pairs.filter((pair) => there.has(pair.near));
  const broken =
    action === 'INSERT' ? await brokenLinks(ctx, reach.collection, links, own) : new Map<string, AppError>();
  const fit = own.filter(({ far }) => !broken.has(far));
  const done = fit.length > 0 ? await doChange(ctx, reach, links, fit, action) : new Set<string>();
  const undone = new AppError(action === 'INSERT' ? 'WDE0029' : 'WDE0153');
  // Deleted from the set when told: a second reference to the same item finds the first one's work done.
  return pairs.map(
    (pair) => absent.get(pair.near) ?? broken.get(pair.far) ?? (done.delete(keyOf(pair)) ? undefined : undone),
  );
}

function doChange(
  ctx: SiteCtx,
  { collection }: Reach,
  links: Links,
  pairs: readonly Link[],
  action: Action,
): Promise<Set<string>> {
  const distinct = [...new Map(pairs.map((pair) => [keyOf(pair), pair])).values()];
  return action === 'INSERT'
    ? insertLinks(ctx.db, collection, links.links, requireOther(links), distinct)
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
