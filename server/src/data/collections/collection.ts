import { type collectionsEndpoints, Field as FieldSchema } from '@portico/contract/data/collections';
import type { Input } from '@portico/contract/endpoint';
import { type FieldType, systemFields } from '@portico/domain';
import { AppError } from '../../kernel/app-error.ts';
import { checkedValue } from '../items/values.ts';
import { type Levels, levelOf } from '../permissions.ts';
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
}

/** A collection as stored. `table` is the quoted, schema-qualified name of its item table. */
export interface Collection extends Definition {
  readonly id: string;
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
export function toDefinition(sent: Omit<Sent, 'id'>, id: string, current?: Levels): Definition {
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
      insert: levelOf(insert, current?.insert),
      read: levelOf(read, current?.read),
      update: levelOf(update, current?.update),
      remove: levelOf(remove, current?.remove),
    },
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
