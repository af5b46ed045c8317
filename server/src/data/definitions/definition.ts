/** From a definition that was sent to one that is stored. Pure. */
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
 * The definition that was sent, complete: unset permissions are ADMIN, system fields left out (a client that changes a
 * collection sends back what it read).
 * @throws AppError WDE0080, WDE0134 or WDE0168 for a part that is not valid, with its path in `field`; WDE0119 for a
 * plugin that makes drafts
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

/** The current definition with the parts that were sent. @throws AppError as toDefinition does */
export function patchedDefinition(input: Omit<CollectionInput, 'id'>, current: Collection): Definition {
  const patched = toDefinition(input, current.id, current);
  const { permissions } = input;
  const levels = { ...current.levels };
  for (const operation of ['insert', 'read', 'update', 'remove'] as const)
    if (permissions?.[operation] !== undefined) levels[operation] = patched.levels[operation];
  const selected = <K extends keyof Definition & keyof CollectionInput>(key: K): Definition[K] =>
    input[key] === undefined ? current[key] : patched[key];
  return validateDefinition({
    displayName: selected('displayName'),
    displayField: selected('displayField'),
    displayNamespace: selected('displayNamespace'),
    defaultDisplayOrder: selected('defaultDisplayOrder'),
    fields: selected('fields'),
    plugins: selected('plugins'),
    levels,
    validated: selected('validated'),
  });
}

/**
 * A field as it will be stored. Portico's own keys that are not named stay as they are: the vendor's client does not
 * know them, and a permission must not fall in silence because it sent the rest of the field back. null takes one away.
 */
export function toField(input: FieldRequest, current?: Field): Field {
  const selected = Object.entries(input).filter(([key, value]) => KNOWN_KEYS.has(key) && value !== undefined);
  const preserved = OWN_KEYS.flatMap((key) => (current?.[key] === undefined ? [] : [[key, current[key]] as const]));
  const merged = Object.entries(Object.fromEntries([...preserved, ...selected]));
  const all = Object.fromEntries(merged.filter(([, value]) => value !== null));
  const { systemField, capabilities, ...field } = all;
  return field as unknown as Field;
}

/** The field with the parts that were sent. */
export const patchedField = (input: Partial<FieldRequest>, current: Field): Field =>
  toField({ ...current, ...defined(input) } as FieldRequest, current);

const defined = (object: object): object =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

const OWN_KEYS = ['unique', 'defaultValue', 'access'] as const;

/** A stored field leaves as it is, so nothing may enter that the contract does not name. */
const KNOWN_KEYS: ReadonlySet<string> = new Set(Object.keys(FieldSchema.properties));

/** The very definition. @throws AppError as toDefinition does */
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
    if (seen.has(type))
      throw new AppError('WDE0080', { reason: `the plugin ${type} is there twice`, field: 'plugins' });
    seen.add(type);
  }
  const shaped = fields.map((field, i) => assertFieldShape(field, `fields[${i}]`));
  if (definition.validated) shaped.forEach(assertDefaultFits);
  return { ...definition, fields: shaped };
}

/**
 * Refuses to give a collection a plugin that makes drafts: without drafts everything in it would be public. A plugin
 * that an earlier version stored may come back, because a client sends back what it has read.
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

/** A default that its own field refuses would refuse every new item that does not name the field. */
function assertDefaultFits(field: Field, i: number): void {
  const { key, defaultValue } = field;
  if (defaultValue === undefined) return;
  const [violation] = violationsOf([field], { [key]: defaultValue as Json }, [], 'fields');
  if (!violation) return;
  const at = `fields[${i}].defaultValue`;
  throw new AppError('WDE0080', { reason: `${at}: the default ${violation.description}`, field: at });
}

/** Any text can be an id, except what PostgreSQL cannot hold. @throws AppError WDE0080 */
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
export function assertFieldKey(key: string, at: string): void {
  if (key.startsWith('$')) throw new AppError('WDE0134', { fieldKey: key });
  if (key === '__proto__') throw new AppError('WDE0080', { reason: `a field cannot be called ${key}`, field: at });
  assertText(key, at);
}

function assertText(value: string, field: string): void {
  if (isStorable(value)) return;
  throw new AppError('WDE0080', { reason: `${field}: the text holds characters that cannot be stored`, field });
}
