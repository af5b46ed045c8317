import { notifyChange } from '../../db/changes.ts';
import { setLockTimeout } from '../../db/lock-timeout.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { changeKey, evictCollection } from '../collections/cache.ts';
import type { Collection } from '../collections/collection.ts';
import { lockCollection } from '../collections/store.ts';
import type { MirrorSource } from '../query/link-fields.ts';
import type { Field } from '../query/scope.ts';
import { updateReferences } from './definition-store.ts';

/** Changes to the references of a collection, which `save` stores together. */
interface Draft {
  readonly id: string;
  readonly tableName: string;
  readonly schema: string;
  readonly fields: readonly Field[];
  readonly mirrors: Record<string, MirrorSource>;
  linked: boolean;
  /** Replaces the field with the same key, or adds it. */
  put(field: Field): void;
  remove(key: string): void;
}

export interface Drafts {
  readonly self: Draft;
  /** Locks another collection and returns its draft; undefined if it does not exist. */
  of(id: string): Promise<Draft | undefined>;
  /** Stores the changed drafts. Returns the collection of `self`, with its changes. */
  save(): Promise<Collection>;
}

/**
 * Returns the draft of the collection, and drafts of other collections on request. The transaction must already have
 * locked the row of the collection.
 */
export function createDrafts(ctx: SiteCtx, collection: Collection): Drafts {
  const others = new Map<string, { collection: Collection; draft: Draft }>();
  const self = draftOf(collection);
  return {
    self,
    async of(id) {
      if (id === collection.id) return self;
      const existing = others.get(id)?.draft;
      if (existing) return existing;
      // Two changes that each wait for the collection that the other has locked would deadlock. With a lock timeout,
      // one of them fails and is retried.
      await setLockTimeout(ctx.db);
      const found = await lockCollection(ctx.db, ctx.site, id);
      if (!found) return undefined;
      const draft = draftOf(found);
      others.set(id, { collection: found, draft });
      return draft;
    },
    async save() {
      for (const { collection, draft } of others.values()) {
        const after = applyDraft(collection, draft);
        if (!after) continue;
        await updateReferences(ctx.db, ctx.site, after, { now: ctx.now, isChange: after.fields !== collection.fields });
        await notifyChange(ctx.db, 'collection', changeKey(ctx.site.id, after.id));
        evictCollection(changeKey(ctx.site.id, after.id));
      }
      const after = applyDraft(collection, self);
      if (after) await updateReferences(ctx.db, ctx.site, after, { now: ctx.now, isChange: false });
      return after ?? collection;
    },
  };
}

function draftOf({ id, tableName, schema, fields, layout }: Collection): Draft {
  let current = fields;
  return {
    id,
    tableName,
    schema,
    get fields() {
      return current;
    },
    mirrors: { ...layout.mirrors },
    linked: layout.linked,
    put(field) {
      const existing = current.find(({ key }) => key === field.key);
      if (existing && JSON.stringify(existing) === JSON.stringify(field)) return;
      current = existing ? current.map((other) => (other.key === field.key ? field : other)) : [...current, field];
    },
    remove(key) {
      current = current.filter((field) => field.key !== key);
    },
  };
}

/** Returns the collection with the changes of the draft; undefined if there are none. */
function applyDraft(collection: Collection, { fields, mirrors, linked }: Draft): Collection | undefined {
  const { layout } = collection;
  const isSame = JSON.stringify([mirrors, linked]) === JSON.stringify([layout.mirrors, layout.linked]);
  if (isSame && fields === collection.fields) return undefined;
  return { ...collection, fields, layout: { ...layout, mirrors, linked } };
}
