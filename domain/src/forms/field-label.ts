import { blockName, componentOptions, type Field, isObject } from './model.ts';
import { richContentToText } from './rich-content/to-text.ts';
import { isInputType } from './vocabulary.ts';

/** What the form calls the field, in one line; undefined where it has no words for it. Labels of checkboxes are rich content. */
export function labelOfField({ inputOptions }: Field): string | undefined {
  const { inputType } = inputOptions ?? {};
  if (!isInputType(inputType)) return undefined;
  const { label } = componentOptions(inputOptions?.[blockName(inputType)]);
  return labelText(label)?.replace(/\s+/g, ' ').trim() || undefined;
}

/** A label, of a field or an option, as plain text without the addresses of its links; undefined where there is none. */
export function labelText(label: unknown): string | undefined {
  if (typeof label === 'number') return String(label);
  return (
    (isObject(label) ? richContentToText(label, { addresses: false }) : typeof label === 'string' ? label : '') ||
    undefined
  );
}
