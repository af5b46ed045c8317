/** Validates the form of an item, computes its changes and writes them. */
import type { Calls } from '@portico/contract';
import { PorticoError } from '@portico/sdk/admin';
import { admin } from '../app/client.ts';
import { queryClient } from '../app/query-client.ts';
import { modificationOf } from './bulk-items.ts';
import { validateValue } from './field-checks.ts';
import { type Collection, type Field, type Item, kindOf } from './field-kinds.ts';
import { fromInput, type InputValue } from './field-values.ts';
import { linksQuery, writeLinks } from './links.ts';

interface ParsedInputs {
  /** The new values by field key. `undefined` removes a value. */
  readonly values: ReadonlyMap<string, unknown>;
  /** The ids of linked items, by the key of each changed multi-reference field. */
  readonly links: ReadonlyMap<string, readonly string[]>;
  readonly errors: Readonly<Record<string, string>>;
}

/** Reads and validates the changed inputs. For a new item, also validates the unchanged ones. */
export function readInputs(
  fields: readonly Field[],
  item: Item | null,
  changedInputs: ReadonlyMap<string, InputValue>,
): ParsedInputs {
  const values = new Map<string, unknown>();
  const links = new Map<string, readonly string[]>();
  const errors: Record<string, string> = {};
  for (const field of fields) {
    const input = changedInputs.get(field.key);
    if (kindOf(field) === 'links') {
      if (Array.isArray(input)) links.set(field.key, input);
      continue;
    }
    const read =
      input === undefined
        ? { value: item?.[field.key] ?? initialValueOf(field, item) }
        : fromInput(kindOf(field), input);
    // An unchanged switch of a required field has the value false.
    if (!item && field.required && kindOf(field) === 'boolean' && 'value' in read) read.value ??= false;
    const error = 'error' in read ? read.error : validateValue(field, read.value);
    // An unchanged stored value that violates a newer rule must not block changes of other fields.
    if (error && (input !== undefined || item === null)) errors[field.key] = error;
    const isSet = input !== undefined || (!item && 'value' in read && read.value === false);
    if (isSet && 'value' in read) values.set(field.key, read.value);
  }
  return { values, links, errors };
}

const initialValueOf = (field: Field, item: Item | null): unknown => (item ? undefined : field.defaultValue);

type Modification = Calls['data.items.patch']['body']['patch']['fieldModifications'][number];

/** Returns the modifications of an item. Values that equal the stored ones are omitted. */
export function modificationsOf(item: Item, values: ReadonlyMap<string, unknown>): Modification[] {
  return [...values].flatMap(([key, value]) =>
    JSON.stringify(item[key]) === JSON.stringify(value) ? [] : [modificationOf({ key, value })],
  );
}

/** Inserts a new item or patches the changed fields, so that two users can change different fields at the same time. */
export async function writeItem(collection: Collection, item: Item | null, { values, links }: ParsedInputs) {
  const dataCollectionId = collection.id;
  if (!item) {
    const data = Object.fromEntries([...values].filter(([, value]) => value !== undefined));
    const linkedItems = Object.fromEntries([...links].filter(([, ids]) => ids.length > 0));
    const saveReferences = Object.keys(linkedItems).length > 0;
    await admin.call('data.items.insert', {
      body: {
        dataCollectionId,
        dataItem: { data: { ...data, ...linkedItems } },
        ...(saveReferences ? { saveReferences } : {}),
      },
    });
    return;
  }
  const fieldModifications = modificationsOf(item, values);
  if (fieldModifications.some(({ fieldPath }) => fieldPath.includes('.'))) {
    // A key with a dot would be read as a path, so the whole item is replaced.
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

/** Returns the error messages of a response by field. Returns none if one of the errors belongs to no field. */
export function fieldErrorsOf(error: unknown, fields: readonly Field[]): Record<string, string> {
  if (!(error instanceof PorticoError)) return {};
  const fieldKey = error.data.fieldKey ?? error.data.propertyName;
  const field = fields.find(({ key }) => key === fieldKey);
  if (field) {
    return { [field.key]: error.code === 'WDE0123' ? 'Another item has this value.' : withoutCode(error.message) };
  }
  const errors: Record<string, string> = {};
  for (const { field: path, description } of error.violations) {
    const key = keyOf(path, fields);
    if (key === undefined) return {};
    errors[key] ??= description;
  }
  return errors;
}

/** Finds the field of a path such as `dataItem.data.price`, `dataItem.data.home.city` or `data.tags[2]`. */
function keyOf(path: string, fields: readonly Field[]): string | undefined {
  const inner = path.replace(/^(dataItems?(\[\d+\]|\.\d+)?\.)?(data\.)?/, '');
  return fields.find(({ key }) => inner === key || inner.startsWith(`${key}.`) || inner.startsWith(`${key}[`))?.key;
}

const withoutCode = (message: string): string => message.replace(/^WDE\d{4}: /, '');
