import { waitBriefly } from '../../db/brief-lock.ts';
import { notifyChange } from '../../db/changes.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { changeKey, evictCollection } from '../collections/cache.ts';
import type { Collection } from '../collections/collection.ts';
import { lockCollection } from '../collections/store.ts';
import type { MirrorSource } from '../query/link-fields.ts';
import type { Field } from '../query/scope.ts';
import { updateReferences } from './definition-store.ts';

/** A collection whose references are being brought in order; written when all is decided. */
interface Draft {
  readonly id: string;
  readonly tableName: string;
  readonly schema: string;
  readonly fields: readonly Field[];
  readonly mirrors: Record<string, MirrorSource>;
  linked: boolean;
  /** replaces the field of this key, or adds it */
  put(field: Field): void;
  remove(key: string): void;
}

export interface Drafts {
  readonly self: Draft;
  /** the other collection, held; undefined where there is none */
  of(id: string): Promise<Draft | undefined>;
  /** writes what has changed; answers the collection itself */
  save(): Promise<Collection>;
}

/** In a transaction that holds the collection's row. */
export function draftsOf(ctx: SiteCtx, collection: Collection): Drafts {
  const others = new Map<string, { collection: Collection; draft: Draft }>();
  const self = draftOf(collection);
  return {
    self,
    async of(id) {
      if (id === collection.id) return self;
      const known = others.get(id)?.draft;
      if (known) return known;
      // Two changes that need each other's collection would wait for ever: the one that gives up is tried again.
      await waitBriefly(ctx.db);
      const found = await lockCollection(ctx.db, ctx.site, id);
      if (!found) return undefined;
      const draft = draftOf(found);
      others.set(id, { collection: found, draft });
      return draft;
    },
    async save() {
      for (const { collection, draft } of others.values()) {
        const after = changed(collection, draft);
        if (!after) continue;
        await updateReferences(ctx.db, ctx.site, after, { now: ctx.now, isChange: after.fields !== collection.fields });
        await notifyChange(ctx.db, 'collection', changeKey(ctx.site.id, after.id));
        evictCollection(changeKey(ctx.site.id, after.id));
      }
      const after = changed(collection, self);
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
      const there = current.find(({ key }) => key === field.key);
      if (there && JSON.stringify(there) === JSON.stringify(field)) return;
      current = there ? current.map((other) => (other.key === field.key ? field : other)) : [...current, field];
    },
    remove(key) {
      current = current.filter((field) => field.key !== key);
    },
  };
}

/** The collection as the draft has it; undefined where that is no change. */
function changed(collection: Collection, { fields, mirrors, linked }: Draft): Collection | undefined {
  const { layout } = collection;
  const isSame = JSON.stringify([mirrors, linked]) === JSON.stringify([layout.mirrors, layout.linked]);
  if (isSame && fields === collection.fields) return undefined;
  return { ...collection, fields, layout: { ...layout, mirrors, linked } };
}
