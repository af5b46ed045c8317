/** Creates new fields, each with its own id and a target that no other field uses or has used. */
import type { FormField } from '../draft.ts';
import type { FieldKind } from './field-kinds.ts';

/**
 * Creates a field of a kind.
 * @param takenTargets targets of existing and deleted fields; submissions still contain values of deleted fields
 * @param label also determines the target. The default label and target come from the kind.
 */
export function newField(kind: FieldKind, takenTargets: Iterable<string>, label?: string): FormField {
  const template = kind.make(label ?? kind.label);
  const field = { ...template, id: crypto.randomUUID() };
  if (!template.inputOptions) return field;
  const preferredTarget = toTarget(label ?? kind.id.replace(/[A-Z]/g, ' $&'));
  return {
    ...field,
    inputOptions: { ...template.inputOptions, target: makeUnique(preferredTarget, new Set(takenTargets)) },
  };
}

/**
 * Derives a target from a text: `Date of birth?` becomes `date_of_birth`, and `E-mail` becomes `email`, as in the
 * starter form. A target starts with a letter, followed by letters, digits and single underscores (forms contract,
 * section 3).
 */
function toTarget(text: string): string {
  const ascii = text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/\be-mail\b/g, 'email');
  const target = ascii
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60)
    .replace(/_+$/, '');
  return /^[a-z]/.test(target) ? target : target === '' ? 'field' : `field_${target}`;
}

/** Appends a number if the target is taken. */
function makeUnique(preferredTarget: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const target = number === 1 ? preferredTarget : `${preferredTarget}_${number}`;
    if (!taken.has(target)) return target;
  }
}
