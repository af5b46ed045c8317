/** A plain model of a collection, for history.test.ts. It applies schema changes to every item immediately. */
import type { FieldType } from '@portico/domain';
import { convert } from './convert-oracle.ts';

export type Step =
  | { readonly do: 'insert' | 'update' | 'save'; readonly id: string; readonly fields: Record<string, unknown> }
  | { readonly do: 'patch'; readonly id: string; readonly key: string; readonly value: unknown }
  | { readonly do: 'remove'; readonly id: string }
  | { readonly do: 'add' | 'retype'; readonly key: string; readonly type: FieldType }
  | { readonly do: 'rename'; readonly key: string; readonly to: string }
  | { readonly do: 'drop'; readonly key: string }
  | { readonly do: 'undo'; readonly number: number };

interface Change {
  readonly number: number;
  readonly kind: 'RENAME' | 'RETYPE' | 'DROP' | 'UNDO';
  readonly field: string;
  readonly to?: string;
  readonly fromType: FieldType;
  readonly toType?: FieldType;
  readonly undoes?: Change;
  /** The previous value of each changed item, and the converted value if there is one. */
  readonly previousValues: Map<Item, { was: unknown; is?: unknown }>;
}

/** An item. An item that is removed and inserted again is a different object. */
interface Item {
  readonly id: string;
  fields: Record<string, unknown>;
}

export interface Model {
  readonly changes: Change[];
  /** Applies the step; returns false if it must be rejected. */
  apply(step: Step): boolean;
  items(): Record<string, object>;
  count(key: string, value: unknown): number;
  /** Returns the previous values of the items that still exist. */
  previousValues(): { number: number; id: string; was: unknown }[];
}

export function createModel(declared: Record<string, FieldType>): Model {
  const items = new Map<string, Item>();
  const fields = new Map(Object.entries(declared));
  const changes: Change[] = [];

  const begin = (change: Omit<Change, 'number' | 'previousValues'>): true => {
    const numberedChange = { ...change, number: changes.length + 1, previousValues: new Map() };
    changes.push(numberedChange);
    for (const item of items.values()) applyChange(item, numberedChange);
    return true;
  };

  function apply(step: Step): boolean {
    switch (step.do) {
      case 'insert':
      case 'save': {
        const stored = items.get(step.id);
        if (stored && step.do === 'insert') return false;
        if (stored) stored.fields = { ...step.fields };
        else items.set(step.id, { id: step.id, fields: { ...step.fields } });
        return true;
      }
      case 'update': {
        const stored = items.get(step.id);
        if (stored) stored.fields = { ...step.fields };
        return stored !== undefined;
      }
      case 'patch': {
        const stored = items.get(step.id);
        if (stored) stored.fields = { ...stored.fields, [step.key]: step.value };
        return stored !== undefined;
      }
      case 'remove':
        return items.delete(step.id);
      case 'add':
        if (fields.has(step.key)) return false;
        fields.set(step.key, step.type);
        return true;
      case 'rename': {
        const type = fields.get(step.key);
        if (!type || fields.has(step.to)) return false;
        fields.delete(step.key);
        fields.set(step.to, type);
        return begin({ kind: 'RENAME', field: step.key, to: step.to, fromType: type });
      }
      case 'retype': {
        const type = fields.get(step.key);
        if (!type || type === step.type) return false;
        fields.set(step.key, step.type);
        return begin({ kind: 'RETYPE', field: step.key, fromType: type, toType: step.type });
      }
      case 'drop': {
        const type = fields.get(step.key);
        if (!type) return false;
        fields.delete(step.key);
        return begin({ kind: 'DROP', field: step.key, fromType: type });
      }
      case 'undo':
        return undo(step.number);
    }
  }

  function undo(number: number): boolean {
    const change = changes[number - 1];
    const isUndone = ({ number }: Change) => changes.some(({ undoes }) => undoes?.number === number);
    if (!change || change.kind === 'UNDO' || isUndone(change)) return false;
    const later = changes.slice(number).filter((other) => other.kind !== 'UNDO' && !isUndone(other));
    const keys = keysOf(change);
    if (later.some((other) => keysOf(other).some((key) => keys.includes(key)))) return false;
    const { field, to = field, fromType } = change;
    if (change.kind === 'RENAME') {
      const type = fields.get(to);
      if (!type || fields.has(field)) return false;
      fields.delete(to);
      fields.set(field, type);
    } else if (change.kind === 'RETYPE') {
      if (fields.get(field) !== change.toType) return false;
      fields.set(field, fromType);
    } else if (!fields.has(field)) {
      fields.set(field, fromType);
    }
    return begin({ kind: 'UNDO', field, fromType, undoes: change });
  }

  return {
    changes,
    apply,
    items: () => Object.fromEntries([...items.values()].map(({ id, fields }) => [id, fields])),
    count: (key, value) => [...items.values()].filter(({ fields }) => isEqual(fields[key], value)).length,
    previousValues: () =>
      changes.flatMap(({ number, previousValues }) =>
        [...previousValues].flatMap(([item, { was }]) =>
          items.get(item.id) === item ? [{ number, id: item.id, was }] : [],
        ),
      ),
  };
}

const keysOf = ({ field, to }: Change): string[] => (to === undefined ? [field] : [field, to]);

function applyChange(item: Item, change: Change): void {
  const { kind, field, fromType, toType = fromType, undoes } = change;
  if (undoes) undoChange(item, change, undoes);
  else if (kind === 'RETYPE') convertField(item, change, field, fromType, toType);
  else if (field in item.fields) moveOrDropField(item, change);
}

function moveOrDropField(item: Item, change: Change): void {
  const { kind, field, to = field } = change;
  if (kind === 'RENAME' && to in item.fields) change.previousValues.set(item, { was: item.fields[to] });
  if (kind === 'DROP') change.previousValues.set(item, { was: item.fields[field] });
  const { [field]: value, ...rest } = item.fields;
  item.fields = kind === 'RENAME' ? { ...rest, [to]: value } : rest;
}

function undoChange(item: Item, change: Change, undone: Change): void {
  const { field, to = field } = undone;
  const previous = undone.previousValues.get(item);
  switch (undone.kind) {
    case 'RENAME':
      if (to in item.fields) {
        if (field in item.fields) change.previousValues.set(item, { was: item.fields[field] });
        const { [to]: value, ...rest } = item.fields;
        item.fields = { ...rest, [field]: value };
      }
      if (previous) item.fields = { ...item.fields, [to]: previous.was };
      break;
    case 'DROP':
      if (previous && !(field in item.fields)) item.fields = { ...item.fields, [field]: previous.was };
      break;
    case 'RETYPE':
      if (previous && field in item.fields && isSame(previous.is, item.fields[field]))
        item.fields = { ...item.fields, [field]: previous.was };
      else convertField(item, change, field, undone.toType as FieldType, undone.fromType);
      break;
    case 'UNDO':
  }
}

function convertField(item: Item, change: Change, field: string, from: FieldType, to: FieldType): void {
  if (!(field in item.fields)) return;
  const was = item.fields[field];
  const converted = convert(was, from, to);
  if (converted === undefined || isSame(was, converted)) return;
  change.previousValues.set(item, { was, is: converted });
  item.fields = { ...item.fields, [field]: converted };
}

/** Compares like `$eq`: null equals a missing value, and an array equals each of its elements. */
function isEqual(stored: unknown, value: unknown): boolean {
  if (value === null) return stored === undefined || stored === null;
  return isSame(stored, value) || (Array.isArray(stored) && stored.some((element) => isSame(element, value)));
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
