/** A field that is added: an id of its own, and a name for its values that no other field has or had. */
import type { FormField } from '../draft.ts';
import type { FieldKind } from './field-kinds.ts';

/**
 * @param taken targets of fields and of deleted fields: these belong to what was sent before
 * @param label what the field asks, which names its values too; without it both are called by the kind
 */
export function newField(kind: FieldKind, taken: Iterable<string>, label?: string): FormField {
  const made = kind.make(label ?? kind.label);
  const field = { ...made, id: crypto.randomUUID() };
  if (!made.inputOptions) return field;
  const wanted = targetLike(label ?? kind.id.replace(/[A-Z]/g, ' $&'));
  return { ...field, inputOptions: { ...made.inputOptions, target: freeTarget(wanted, new Set(taken)) } };
}

/** `Date of birth?` → `date_of_birth`: a letter first, then letters, digits and single underscores (forms contract section 3). */
function targetLike(text: string): string {
  const plain = text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
  const words = plain
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60)
    .replace(/_+$/, '');
  return /^[a-z]/.test(words) ? words : words === '' ? 'field' : `field_${words}`;
}

/** With a number behind it where it is taken. */
function freeTarget(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const target = number === 1 ? wanted : `${wanted}_${number}`;
    if (!taken.has(target)) return target;
  }
}
