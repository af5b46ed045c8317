/** A plain model of a collection under schema changes, which acts on every item at once: the oracle of history.test.ts. */
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
  /** what it took from items */
  readonly notes: Map<Item, { was: unknown; is?: unknown }>;
}

/** One life of an item: removed and inserted again it is another. */
interface Item {
  readonly id: string;
  fields: Record<string, unknown>;
}

export interface Model {
  readonly changes: Change[];
  /** does the step; false where it has to be refused */
  take(step: Step): boolean;
  items(): Record<string, object>;
  count(key: string, value: unknown): number;
  /** values that changes took from items which are still there */
  notes(): { number: number; id: string; was: unknown }[];
}

export function emptyModel(declared: Record<string, FieldType>): Model {
  const items = new Map<string, Item>();
  const fields = new Map(Object.entries(declared));
  const changes: Change[] = [];

  const begin = (change: Omit<Change, 'number' | 'notes'>): true => {
    const numbered = { ...change, number: changes.length + 1, notes: new Map() };
    changes.push(numbered);
    for (const item of items.values()) pass(item, numbered);
    return true;
  };

  function take(step: Step): boolean {
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
    take,
    items: () => Object.fromEntries([...items.values()].map(({ id, fields }) => [id, fields])),
    count: (key, value) => [...items.values()].filter(({ fields }) => isEqual(fields[key], value)).length,
    notes: () =>
      changes.flatMap(({ number, notes }) =>
        [...notes].flatMap(([item, { was }]) => (items.get(item.id) === item ? [{ number, id: item.id, was }] : [])),
      ),
  };
}

const keysOf = ({ field, to }: Change): string[] => (to === undefined ? [field] : [field, to]);

function pass(item: Item, change: Change): void {
  const { kind, field, fromType, toType = fromType, undoes } = change;
  if (undoes) passBack(item, change, undoes);
  else if (kind === 'RETYPE') passTyped(item, change, field, fromType, toType);
  else if (field in item.fields) passAway(item, change);
}

function passAway(item: Item, change: Change): void {
  const { kind, field, to = field } = change;
  if (kind === 'RENAME' && to in item.fields) change.notes.set(item, { was: item.fields[to] });
  if (kind === 'DROP') change.notes.set(item, { was: item.fields[field] });
  const { [field]: value, ...rest } = item.fields;
  item.fields = kind === 'RENAME' ? { ...rest, [to]: value } : rest;
}

function passBack(item: Item, change: Change, undone: Change): void {
  const { field, to = field } = undone;
  const note = undone.notes.get(item);
  switch (undone.kind) {
    case 'RENAME':
      if (to in item.fields) {
        if (field in item.fields) change.notes.set(item, { was: item.fields[field] });
        const { [to]: value, ...rest } = item.fields;
        item.fields = { ...rest, [field]: value };
      }
      if (note) item.fields = { ...item.fields, [to]: note.was };
      break;
    case 'DROP':
      if (note && !(field in item.fields)) item.fields = { ...item.fields, [field]: note.was };
      break;
    case 'RETYPE':
      if (note && field in item.fields && same(note.is, item.fields[field]))
        item.fields = { ...item.fields, [field]: note.was };
      else passTyped(item, change, field, undone.toType as FieldType, undone.fromType);
      break;
    case 'UNDO':
  }
}

function passTyped(item: Item, change: Change, field: string, from: FieldType, to: FieldType): void {
  if (!(field in item.fields)) return;
  const was = item.fields[field];
  const is = convert(was, from, to);
  if (is === undefined || same(was, is)) return;
  change.notes.set(item, { was, is });
  item.fields = { ...item.fields, [field]: is };
}

/** As `$eq` has it: null is missing too, and an array equals what it holds. */
function isEqual(stored: unknown, value: unknown): boolean {
  if (value === null) return stored === undefined || stored === null;
  return same(stored, value) || (Array.isArray(stored) && stored.some((element) => same(element, value)));
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
