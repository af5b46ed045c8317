import { type collectionsEndpoints, Field as FieldSchema } from '@portico/contract/data/collections';
import type { Input } from '@portico/contract/endpoint';
import { type FieldType, type SortOrder, systemFields } from '@portico/domain';
import { AppError } from '../../kernel/app-error.ts';
import { checkedValue } from '../items/values.ts';
import { type Levels, levelOf, type SpecialRights } from '../permissions.ts';
import { isStorable } from '../query/text.ts';

type Sent = Input<(typeof collectionsEndpoints)['createCollection']>['body']['collection'];

export type Field = NonNullable<Sent['fields']>[number];

/** What a collection is, apart from its items. */
export interface Definition {
  readonly displayName: string;
  readonly displayField: string | null;
  readonly displayNamespace: string | null;
  readonly defaultDisplayOrder: Sent['defaultDisplayOrder'] | null;
  /** declared fields, without the system's */
  readonly fields: readonly Field[];
  readonly plugins: NonNullable<Sent['plugins']>;
  readonly levels: Levels;
  /** items are held to the declared fields */
  readonly validated: boolean;
}

/** What a promoted column holds: a text, number, boolean, a date as its canonical text, or an array as it is. */
export type ColumnKind = 'text' | 'number' | 'boolean' | 'date' | 'list';

/**
 * A field that is also kept in a column of its own, for indexes and statistics. `data` stays the truth: a check of the
 * table holds the column to it. READY: every value of the field is of the column's kind, null or missing, and queries
 * use the column. BUILDING: it is written, but older rows may lack it. MIXED: values of other kinds are there, and
 * queries look into `data`.
 */
export interface StoredColumn {
  /** made by the server */
  readonly name: string;
  /** the dotted name of the field, in parts */
  readonly path: readonly string[];
  readonly kind: ColumnKind;
  readonly state: 'BUILDING' | 'READY' | 'MIXED';
}

/** What the server keeps about the item table, beside what is declared. */
export interface Layout {
  readonly columns: readonly StoredColumn[];
  readonly indexes: readonly StoredIndex[];
  /** multi-reference fields that are the other side of a field in another collection, by key */
  readonly mirrors: Readonly<Record<string, { readonly collectionId: string; readonly field: string }>>;
  /** links from or to its items may exist: removing an item has them to clear */
  readonly linked: boolean;
  /** words of its items are kept for search */
  readonly searchable: boolean;
  /** language in which they are cut */
  readonly wordsIn?: string;
}

/** An index of the indexes service. */
export interface StoredIndex {
  readonly id: string;
  readonly name: string;
  readonly fields: readonly { readonly path: string; readonly order: SortOrder }[];
  readonly unique: boolean;
  readonly caseInsensitive: boolean;
  readonly source: 'SYSTEM' | 'USER';
  readonly status: 'BUILDING' | 'ACTIVE' | 'DROPPING' | 'FAILED';
  readonly failure?: { readonly code: string; readonly description: string; readonly itemId?: string };
}

/** A change of a field that touches stored values. */
export interface SchemaChange {
  readonly number: number;
  readonly kind: 'RENAME' | 'RETYPE' | 'DROP' | 'UNDO';
  /** key of the field; for RENAME the former one, and `to` the new one */
  readonly field: string;
  readonly to?: string;
  /** for RETYPE: the type before and after */
  readonly fromType?: FieldType;
  readonly toType?: FieldType;
  /** for UNDO: what it undoes */
  readonly undoes?: SchemaChange;
}

/** A collection as stored. `table` is the quoted, schema-qualified name of its item table. */
export interface Collection extends Definition {
  readonly id: string;
  /** the site's schema, quoted */
  readonly schema: string;
  readonly special: readonly SpecialRights[];
  readonly layout: Layout;
  /** number of the last schema change; rows with a smaller one have not been through it */
  readonly shape: number;
  /** schema changes that some rows may not have been through yet, oldest first */
  readonly pending: readonly SchemaChange[];
  readonly table: string;
  readonly tableName: string;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const SYSTEM_KEYS: ReadonlySet<string> = new Set(systemFields);

/**
 * The definition that was sent, complete: unset permissions are ADMIN, system fields left out (a client that changes a
 * collection sends back what it read).
 * @throws AppError WDE0080 or WDE0134 for a field key that cannot be
 */
export function toDefinition(
  sent: Omit<Sent, 'id'>,
  id: string,
  current?: { levels: Levels; validated: boolean },
): Definition {
  const fields = (sent.fields ?? []).filter((field) => !SYSTEM_KEYS.has(field.key)).map(withKnownKeys);
  assertKeys(fields);
  checkedValue({ fields, plugins: sent.plugins ?? [] }, 'collection');
  const { insert, read, update, remove } = sent.permissions ?? {};
  const order = sent.defaultDisplayOrder;
  return {
    displayName: text(sent.displayName ?? id, 'displayName'),
    displayField: sent.displayField === undefined ? null : text(sent.displayField, 'displayField'),
    displayNamespace: sent.displayNamespace === undefined ? null : text(sent.displayNamespace, 'displayNamespace'),
    defaultDisplayOrder: order
      ? { fieldKey: text(order.fieldKey, 'defaultDisplayOrder'), direction: order.direction }
      : null,
    fields,
    plugins: sent.plugins ?? [],
    levels: {
      insert: levelOf(insert, current?.levels.insert),
      read: levelOf(read, current?.levels.read),
      update: levelOf(update, current?.levels.update),
      remove: levelOf(remove, current?.levels.remove),
    },
    validated: sent.validated ?? current?.validated ?? false,
  };
}

/** Any text can be an id, except what PostgreSQL cannot hold. @throws AppError WDE0080 */
export function assertCollectionId(id: string): void {
  text(id, 'id');
}

/** The keys of fields of a type. */
export const keysOfType = (collection: Pick<Definition, 'fields'>, type: FieldType): string[] =>
  collection.fields.filter((field) => field.type === type).map((field) => field.key);

const KNOWN_KEYS: ReadonlySet<string> = new Set(Object.keys(FieldSchema.properties));

/** A stored field leaves as it is, so nothing may enter that the contract does not name. */
const withKnownKeys = (field: Field): Field =>
  Object.fromEntries(Object.entries(field).filter(([key]) => KNOWN_KEYS.has(key))) as unknown as Field;

function assertKeys(fields: readonly Field[]): void {
  const seen = new Set<string>();
  for (const { key } of fields) {
    if (key.startsWith('$')) throw new AppError('WDE0134', { fieldKey: key });
    if (key === '__proto__') throw new AppError('WDE0080', { reason: `a field cannot be called ${key}` });
    if (seen.has(text(key, 'fields'))) throw new AppError('WDE0080', { reason: `the field ${key} is declared twice` });
    seen.add(key);
  }
}

function text(value: string, field: string): string {
  if (isStorable(value)) return value;
  throw new AppError('WDE0080', { reason: `${field}: the text holds characters that cannot be stored`, field });
}
