/** Computes how a change of a field affects the definition of its collection. */

import { AppError } from '../../kernel/app-error.ts';
import { type Collection, type Definition, definitionOf } from '../collections/collection.ts';
import type { NewChange } from '../collections/schema-change.ts';
import { listAffectedKeys, type SchemaChange } from '../collections/schema-change.ts';
import type { Field } from '../query/scope.ts';
import { assertFieldKey, isSystemField, validateDefinition } from './definition.ts';

/** A definition with the changes of stored values that it requires. */
export interface ChangePlan {
  readonly definition: Definition;
  readonly changes: readonly NewChange[];
}

export type ChangeRequest =
  | { readonly kind: 'RENAME'; readonly field: string; readonly to: string }
  | {
      readonly kind: 'RETYPE';
      readonly field: string;
      readonly type: Field['type'];
      readonly typeMetadata?: Record<string, unknown>;
    }
  | { readonly kind: 'DROP'; readonly field: string };

/** Plans a change. @throws AppError WDE0024 if the field does not exist; WDE0080 or WDE0134 for an invalid change */
export function planChange(collection: Collection, request: ChangeRequest): ChangePlan {
  const declaredField = requireField(collection, request.field);
  switch (request.kind) {
    case 'RENAME':
      assertNewKey(collection, request.to);
      return {
        definition: planRename(collection, request.field, request.to),
        changes: [{ kind: 'RENAME', field: request.field, to: request.to, declared: declaredField }],
      };
    case 'RETYPE':
      return planRetype(collection, declaredField, request);
    case 'DROP':
      return {
        definition: planDrop(collection, request.field),
        changes: [{ kind: 'DROP', field: request.field, declared: declaredField }],
      };
  }
}

/** Returns the declared field. @throws AppError WDE0024 if it does not exist; WDE0080 for a system field */
export function requireField(collection: Collection, key: string): Field {
  if (isSystemField(key))
    throw new AppError('WDE0080', { reason: `${key} is a system field and cannot be changed`, field: 'field' });
  const field = collection.fields.find((field) => field.key === key);
  if (!field) throw new AppError('WDE0024', { fieldKey: key, collectionName: collection.id });
  return field;
}

/**
 * Derives the changes of stored values from a new definition. In a validated collection, values are converted if their
 * field's type changes. A removed field with restricted read access also drops its values, because without the field's
 * declaration everybody who reads the item could see them.
 */
export function deriveChanges(before: Collection, after: Definition): NewChange[] {
  return before.fields.flatMap((declaredField): NewChange[] => {
    const field = declaredField.key;
    const next = after.fields.find(({ key }) => key === field);
    if (!next) return declaredField.access?.read ? [{ kind: 'DROP', field, declared: declaredField }] : [];
    if (next.type === declaredField.type || !after.validated || isLinked(next) || isLinked(declaredField)) return [];
    return [{ kind: 'RETYPE', field, fromType: declaredField.type, toType: next.type, declared: declaredField }];
  });
}

/**
 * Returns the definition with the change undone.
 * @param later later changes that have not been undone
 * @throws AppError WDE0080 if the fields have changed since
 */
export function planUndo(collection: Collection, change: SchemaChange, later: readonly SchemaChange[]): ChangePlan {
  const affectedKeys = listAffectedKeys(change);
  if (later.some((other) => listAffectedKeys(other).some((key) => affectedKeys.includes(key))))
    throw invalidChange('undo the later changes of the field first');
  const changes: NewChange[] = [{ kind: 'UNDO', field: change.field, undoes: change }];
  const declaredField = change.declared as Field;
  switch (change.kind) {
    case 'RENAME': {
      requireField(collection, change.to as string);
      assertNewKey(collection, change.field);
      return { definition: planRename(collection, change.to as string, change.field), changes };
    }
    case 'RETYPE': {
      const current = requireField(collection, change.field);
      if (current.type !== change.toType) throw invalidChange('the type of the field has changed since');
      const { type, typeMetadata, numberRange, stringLengthRange, arraySizeRange } = declaredField;
      const shape = { type, typeMetadata, numberRange, stringLengthRange, arraySizeRange };
      const { definition } = withField(collection, { ...current, ...shape });
      return { definition, changes };
    }
    case 'DROP': {
      const isFree = !collection.fields.some(({ key }) => key === change.field);
      return {
        definition: isFree
          ? validateDefinition({ ...definitionOf(collection), fields: [...collection.fields, declaredField] })
          : collection,
        changes,
      };
    }
    case 'UNDO':
      throw invalidChange('an undo cannot be undone; create the change again');
  }
}

/** Returns true for multi-references. Their links are stored outside the items and cannot be converted. */
export const isLinked = ({ type }: Pick<Field, 'type'>): boolean => type === 'MULTI_REFERENCE';

function planRetype(
  collection: Collection,
  declaredField: Field,
  request: ChangeRequest & { kind: 'RETYPE' },
): ChangePlan {
  const { field, type, typeMetadata } = request;
  if (type === declaredField.type) throw invalidChange('the field already has this type');
  if (isLinked({ type }) || isLinked(declaredField))
    throw invalidChange('the links of a multi-reference cannot be converted');
  // The ranges, the type metadata and the default value belong to the former type, so they are dropped.
  const {
    numberRange,
    stringLengthRange,
    arraySizeRange,
    typeMetadata: formerMetadata,
    defaultValue,
    ...rest
  } = declaredField;
  const next = { ...rest, type, ...(typeMetadata ? { typeMetadata } : {}) };
  const { definition } = withField(collection, next);
  return {
    definition,
    changes: [{ kind: 'RETYPE', field, fromType: declaredField.type, toType: type, declared: declaredField }],
  };
}

function withField(collection: Collection, next: Field): { definition: Definition } {
  const fields = collection.fields.map((field) => (field.key === next.key ? omitUndefined(next) : field));
  return { definition: validateDefinition({ ...definitionOf(collection), fields }) };
}

const omitUndefined = (field: Field): Field =>
  Object.fromEntries(Object.entries(field).filter(([, value]) => value !== undefined)) as unknown as Field;

function planRename(collection: Collection, from: string, to: string): Definition {
  const { displayField, defaultDisplayOrder: order, fields } = collection;
  return validateDefinition({
    ...definitionOf(collection),
    fields: fields.map((field) => (field.key === from ? { ...field, key: to } : field)),
    displayField: displayField === from ? to : displayField,
    defaultDisplayOrder: order?.fieldKey === from ? { ...order, fieldKey: to } : order,
  });
}

function planDrop(collection: Collection, key: string): Definition {
  const { displayField, defaultDisplayOrder: order, fields } = collection;
  return {
    ...definitionOf(collection),
    fields: fields.filter((field) => field.key !== key),
    displayField: displayField === key ? null : displayField,
    defaultDisplayOrder: order?.fieldKey === key ? null : order,
  };
}

function assertNewKey(collection: Collection, key: string): void {
  assertFieldKey(key, 'change.to');
  if (key === '' || isSystemField(key)) throw invalidChange(`a field key must not be "${key}"`);
  if (collection.fields.some((field) => field.key === key)) throw invalidChange(`the field ${key} already exists`);
}

const invalidChange = (reason: string): AppError => new AppError('WDE0080', { reason, field: 'change' });
