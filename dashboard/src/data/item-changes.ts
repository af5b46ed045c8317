/** What a form of an item says: what is wrong with it, what it changes, and how that is written. */
import type { Calls } from '@portico/contract';
import { PorticoError } from '@portico/sdk/admin';
import { admin } from '../app/client.ts';
import { queryClient } from '../app/query-client.ts';
import { modificationOf } from './bulk-items.ts';
import { refusalOfValue } from './field-checks.ts';
import { type Collection, type Field, type Item, kindOf } from './field-kinds.ts';
import { fromInput, type InputValue } from './field-values.ts';
import { linksQuery, writeLinks } from './links.ts';

interface ReadInputs {
  /** values that were touched; undefined where a value is taken away */
  readonly values: ReadonlyMap<string, unknown>;
  /** ids by multi-reference field that was touched */
  readonly links: ReadonlyMap<string, readonly string[]>;
  readonly refusals: Readonly<Record<string, string>>;
}

/** Reads the inputs that were touched, and says at which fields something is wrong, those untouched among them. */
export function readInputs(
  fields: readonly Field[],
  item: Item | null,
  touched: ReadonlyMap<string, InputValue>,
): ReadInputs {
  const values = new Map<string, unknown>();
  const links = new Map<string, readonly string[]>();
  const refusals: Record<string, string> = {};
  for (const field of fields) {
    const input = touched.get(field.key);
    if (kindOf(field) === 'links') {
      if (Array.isArray(input)) links.set(field.key, input);
      continue;
    }
    const read =
      input === undefined ? { value: item?.[field.key] ?? newValue(field, item) } : fromInput(kindOf(field), input);
    // a switch that nobody touched says no
    if (!item && field.required && kindOf(field) === 'boolean' && 'value' in read) read.value ??= false;
    const refusal = 'refusal' in read ? read.refusal : refusalOfValue(field, read.value);
    // an old value that breaks a newer rule is not held against who changes another field
    if (refusal && (input !== undefined || item === null)) refusals[field.key] = refusal;
    const isSaid = input !== undefined || (!item && 'value' in read && read.value === false);
    if (isSaid && 'value' in read) values.set(field.key, read.value);
  }
  return { values, links, refusals };
}

const newValue = (field: Field, item: Item | null): unknown => (item ? undefined : field.defaultValue);

type Modification = Calls['data.items.patch']['body']['patch']['fieldModifications'][number];

/** The changes against the item as it was opened: what was typed back to what it was is none. */
export function modificationsOf(item: Item, values: ReadonlyMap<string, unknown>): Modification[] {
  return [...values].flatMap(([key, value]) =>
    JSON.stringify(item[key]) === JSON.stringify(value) ? [] : [modificationOf({ key, value })],
  );
}

/** Adds the item, or changes of it what was changed: two people who change different fields both keep their work. */
export async function writeItem(collection: Collection, item: Item | null, { values, links }: ReadInputs) {
  const dataCollectionId = collection.id;
  if (!item) {
    const data = Object.fromEntries([...values].filter(([, value]) => value !== undefined));
    const linked = Object.fromEntries([...links].filter(([, ids]) => ids.length > 0));
    const saveReferences = Object.keys(linked).length > 0;
    await admin.call('data.items.insert', {
      body: {
        dataCollectionId,
        dataItem: { data: { ...data, ...linked } },
        ...(saveReferences ? { saveReferences } : {}),
      },
    });
    return;
  }
  const fieldModifications = modificationsOf(item, values);
  if (fieldModifications.some(({ fieldPath }) => fieldPath.includes('.'))) {
    // a key that holds a dot cannot be told from a path: then the whole item is replaced
    const data = { ...item, ...Object.fromEntries(values) };
    await admin.call('data.items.update', { body: { dataCollectionId, dataItem: { id: item._id, data } } });
  } else if (fieldModifications.length > 0) {
    await admin.call('data.items.patch', {
      body: { dataCollectionId, patch: { dataItemId: item._id, fieldModifications } },
    });
  }
  for (const [field, ids] of links) {
    const before = queryClient.getQueryData(linksQuery(dataCollectionId, field, item._id).queryKey) ?? [];
    await writeLinks(dataCollectionId, item._id, field, before, ids);
  }
}

/** The server's refusals at their fields; empty when one of them belongs to none. */
export function refusalsOf(error: unknown, fields: readonly Field[]): Record<string, string> {
  if (!(error instanceof PorticoError)) return {};
  const named = error.data.fieldKey ?? error.data.propertyName;
  const field = fields.find(({ key }) => key === named);
  if (field) {
    return { [field.key]: error.code === 'WDE0123' ? 'Another item has this value.' : plain(error.message) };
  }
  const refusals: Record<string, string> = {};
  for (const { field: path, description } of error.violations) {
    const key = keyOf(path, fields);
    if (key === undefined) return {};
    refusals[key] ??= description;
  }
  return refusals;
}

/** `dataItem.data.price`, `dataItem.data.home.city` and `data.tags[2]` name their field. */
function keyOf(path: string, fields: readonly Field[]): string | undefined {
  const inner = path.replace(/^(dataItems?(\[\d+\]|\.\d+)?\.)?(data\.)?/, '');
  return fields.find(({ key }) => inner === key || inner.startsWith(`${key}.`) || inner.startsWith(`${key}[`))?.key;
}

const plain = (message: string): string => message.replace(/^WDE\d{4}: /, '');
