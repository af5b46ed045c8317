/** A field that is added: an id of its own, and a name for its values that no other field has or had. */
import { blockName, componentOptionsName, isInputType, isObject, richContentToText } from '@portico/domain';
import type { FormField } from './draft.ts';
import { type FieldKind, fieldKinds } from './field-kinds.ts';

/** @param taken targets of fields and of deleted fields: these belong to what was sent before */
export function newField(kind: FieldKind, taken: Iterable<string>): FormField {
  const made = kind.make(kind.label);
  const field = { ...made, id: crypto.randomUUID() };
  if (!made.inputOptions) return field;
  return { ...field, inputOptions: { ...made.inputOptions, target: freeTarget(kind.id, new Set(taken)) } };
}

/** `dateOfBirth` → `date_of_birth`, and a number behind it where that is taken. */
function freeTarget(id: string, taken: ReadonlySet<string>): string {
  const base = id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  for (let number = 1; ; number++) {
    const target = number === 1 ? base : `${base}_${number}`;
    if (!taken.has(target)) return target;
  }
}

/** Where the component's looks stand in a field: `inputOptions.stringOptions.textInputOptions`; null where it has none. */
export function looksPath(field: FormField): string | null {
  const [block, component] = [blockPath(field), componentOf(field)];
  return block && component ? `${block}.${componentOptionsName(component)}` : null;
}

/** Where the block of its type stands: `inputOptions.stringOptions`. */
export function blockPath({ inputOptions }: FormField): string | null {
  const inputType = inputOptions?.inputType;
  return isInputType(inputType) ? `inputOptions.${blockName(inputType)}` : null;
}

export const componentOf = (field: FormField): string => {
  const block = blockPath(field)?.slice(13);
  const one = block ? (field.inputOptions as Record<string, unknown> | undefined)?.[block] : undefined;
  return isObject(one) && typeof one.componentType === 'string' ? one.componentType : '';
};

/** What people call a field: its label, the beginning of its text, or the name of its values. */
export function nameOfField(field: FormField): string {
  const { displayOptions, inputOptions } = field;
  const { richContentOptions, pageNavigationOptions } = displayOptions ?? {};
  if (richContentOptions) return shortened(richContentToText(richContentOptions.richContent)) || 'Text';
  if (pageNavigationOptions) return pageNavigationOptions.submitText || 'Buttons';
  if (displayOptions) return 'Sign-in line';
  const looks = looksPath(field)?.slice(13).split('.') ?? [];
  const look = looks.reduce<unknown>((holder, key) => (isObject(holder) ? holder[key] : undefined), inputOptions);
  const label = isObject(look) ? look.label : undefined;
  const words = typeof label === 'string' ? label.trim() : shortened(richContentToText(label));
  return words || inputOptions?.target || 'Field';
}

const shortened = (text: string): string => {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
};

/** The kind that a field is of, for people; the identifier where none is like it. */
export function kindOfField(field: FormField): string {
  const byIdentifier = fieldKinds.find((kind) => kind.make('').identifier === field.identifier);
  if (byIdentifier && isLike(byIdentifier, field)) return byIdentifier.label;
  return fieldKinds.find((kind) => isLike(kind, field))?.label ?? field.identifier ?? 'Field';
}

function isLike(kind: FieldKind, field: FormField): boolean {
  const made = { ...kind.make(''), id: '' };
  return (
    made.inputOptions?.inputType === field.inputOptions?.inputType &&
    componentOf(made) === componentOf(field) &&
    made.displayOptions?.displayFieldType === field.displayOptions?.displayFieldType
  );
}
