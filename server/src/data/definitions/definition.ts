/** Converts definitions from their wire form to their stored form. */
import { type FieldInput, Field as FieldSchema } from '@portico/contract/data/collections';
import { draftPluginTypes, systemFields } from '@portico/domain';
import type { Static } from 'typebox';
import { AppError } from '../../kernel/app-error.ts';
import type { Collection, CollectionInput, Definition } from '../collections/collection.ts';
import { levelOf } from '../collections/permissions.ts';
import type { Field } from '../query/scope.ts';
import { isStorable } from '../query/text.ts';
import type { Json } from '../query/tree.ts';
import { normalizeValue } from '../values/normalize-value.ts';
import { violationsOf } from '../values/validate.ts';
import { assertFieldShape } from './check-field.ts';

const SYSTEM_KEYS: ReadonlySet<string> = new Set(systemFields);

type FieldRequest = Static<typeof FieldInput>;

/**
 * Returns the complete definition. Missing permissions are ADMIN. System fields are removed, because a client that
 * changes a collection sends back all fields that it read.
 * @throws AppError WDE0080, WDE0134 or WDE0168 for an invalid part, with its path in `field`; WDE0119 for a plugin that
 * creates drafts
 */
export function toDefinition(input: Omit<CollectionInput, 'id'>, id: string, current?: Collection): Definition {
  const fields = (input.fields ?? [])
    .filter((field) => !SYSTEM_KEYS.has(field.key))
    .map((field) =>
      toField(
        field,
        current?.fields.find(({ key }) => key === field.key),
      ),
    );
  const { insert, read, update, remove } = input.permissions ?? {};
  const order = input.defaultDisplayOrder;
  assertNoDraftPlugin(id, input.plugins ?? [], current?.plugins);
  return validateDefinition({
    displayName: input.displayName ?? id,
    displayField: input.displayField ?? null,
    displayNamespace: input.displayNamespace ?? null,
    defaultDisplayOrder: order ? { fieldKey: order.fieldKey, direction: order.direction } : null,
    fields,
    plugins: input.plugins ?? [],
    levels: {
      insert: levelOf(insert, current?.levels.insert),
      read: levelOf(read, current?.levels.read),
      update: levelOf(update, current?.levels.update),
      remove: levelOf(remove, current?.levels.remove),
    },
    validated: input.validated ?? current?.validated ?? false,
  });
}

/** Returns the current definition with the properties of the request. @throws AppError like toDefinition */
export function patchDefinition(input: Omit<CollectionInput, 'id'>, current: Collection): Definition {
  const patched = toDefinition(input, current.id, current);
  const { permissions } = input;
  const levels = { ...current.levels };
  for (const operation of ['insert', 'read', 'update', 'remove'] as const)
    if (permissions?.[operation] !== undefined) levels[operation] = patched.levels[operation];
  const select = <K extends keyof Definition & keyof CollectionInput>(key: K): Definition[K] =>
    input[key] === undefined ? current[key] : patched[key];
  return validateDefinition({
    displayName: select('displayName'),
    displayField: select('displayField'),
    displayNamespace: select('displayNamespace'),
    defaultDisplayOrder: select('defaultDisplayOrder'),
    fields: select('fields'),
    plugins: select('plugins'),
    levels,
    validated: select('validated'),
  });
}

/**
 * Returns a field in its stored form. Properties that only Portico has are retained if the request does not contain
 * them, because the vendor's client does not know them. Sending the other properties back must not silently remove a
 * permission. The value null removes a property.
 */
export function toField(input: FieldRequest, current?: Field): Field {
  const entries = Object.entries(input).filter(([key, value]) => KNOWN_KEYS.has(key) && value !== undefined);
  const preservedEntries = PRESERVED_KEYS.flatMap((key) =>
    current?.[key] === undefined ? [] : [[key, current[key]] as const],
  );
  const merged = Object.entries(Object.fromEntries([...preservedEntries, ...entries]));
  const all = Object.fromEntries(merged.filter(([, value]) => value !== null));
  const { systemField, capabilities, ...field } = all;
  return field as unknown as Field;
}

/** Returns the field with the properties of the request. */
export const mergeField = (input: Partial<FieldRequest>, current: Field): Field =>
  toField({ ...current, ...omitUndefined(input) } as FieldRequest, current);

const omitUndefined = (object: object): object =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

const PRESERVED_KEYS = ['unique', 'defaultValue', 'access'] as const;

/** Reads return stored fields unchanged, so only properties of the contract may be stored. */
const KNOWN_KEYS: ReadonlySet<string> = new Set(Object.keys(FieldSchema.properties));

/** Validates a definition and returns it with its defaults in stored form. @throws AppError like toDefinition */
export function validateDefinition(definition: Definition): Definition {
  const { displayName, displayField, displayNamespace, defaultDisplayOrder: order, fields, plugins } = definition;
  assertText(displayName, 'displayName');
  if (displayField !== null) assertText(displayField, 'displayField');
  if (displayNamespace !== null) assertText(displayNamespace, 'displayNamespace');
  if (order) assertText(order.fieldKey, 'defaultDisplayOrder');
  assertKeys(fields);
  normalizeValue({ fields: fields.map(({ defaultValue, ...field }) => field), plugins }, 'collection');
  const seen = new Set<string>();
  for (const { type } of plugins) {
    if (seen.has(type)) throw new AppError('WDE0080', { reason: `the plugin ${type} occurs twice`, field: 'plugins' });
    seen.add(type);
  }
  const validatedFields = fields.map((field, i) => assertFieldShape(field, `fields[${i}]`));
  if (definition.validated) validatedFields.forEach(assertDefaultFits);
  return { ...definition, fields: validatedFields };
}

/**
 * Rejects a plugin that creates drafts, because without support for drafts all items would be public. A plugin that an
 * earlier version stored is accepted, because clients send back what they read.
 * @throws AppError WDE0119
 */
export function assertNoDraftPlugin(
  collectionName: string,
  plugins: Definition['plugins'],
  current: Definition['plugins'] = [],
): void {
  const added = plugins.find(
    ({ type }) => draftPluginTypes.includes(type) && !current.some((known) => known.type === type),
  );
  if (added) throw new AppError('WDE0119', { collectionName, plugin: added.type });
}

/**
 * Rejects a default that its own field does not accept, because every new item without a value for the field would be
 * invalid.
 */
function assertDefaultFits(field: Field, i: number): void {
  const { key, defaultValue } = field;
  if (defaultValue === undefined) return;
  const [violation] = violationsOf([field], { [key]: defaultValue as Json }, [], 'fields');
  if (!violation) return;
  const inputPath = `fields[${i}].defaultValue`;
  throw new AppError('WDE0080', { reason: `${inputPath}: the default ${violation.description}`, field: inputPath });
}

/** Accepts any string that PostgreSQL can store. @throws AppError WDE0080 */
export const assertCollectionId = (id: string): void => assertText(id, 'id');

export const isSystemField = (key: string): boolean => SYSTEM_KEYS.has(key);

function assertKeys(fields: readonly Field[]): void {
  const seen = new Set<string>();
  for (const { key } of fields) {
    assertFieldKey(key, 'fields');
    if (seen.has(key)) throw new AppError('WDE0080', { reason: `the field ${key} is declared twice`, field: 'fields' });
    seen.add(key);
  }
}

/** @throws AppError WDE0134 or WDE0080 for a key that no field can have */
export function assertFieldKey(key: string, inputPath: string): void {
  if (key.startsWith('$')) throw new AppError('WDE0134', { fieldKey: key });
  if (key === '__proto__')
    throw new AppError('WDE0080', { reason: `a field key must not be ${key}`, field: inputPath });
  assertText(key, inputPath);
}

function assertText(value: string, field: string): void {
  if (isStorable(value)) return;
  throw new AppError('WDE0080', { reason: `${field}: the text contains characters that cannot be stored`, field });
}
