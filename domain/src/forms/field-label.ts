import { blockName, componentOptions, type Field, isObject } from './model.ts';
import { richContentToText } from './rich-content/to-text.ts';
import { isInputType } from './vocabulary.ts';

/** Returns the label of a field in one line, or undefined if it has none. Labels of checkboxes are rich content. */
export function labelOfField({ inputOptions }: Field): string | undefined {
  const { inputType } = inputOptions ?? {};
  if (!isInputType(inputType)) return undefined;
  const { label } = componentOptions(inputOptions?.[blockName(inputType)]);
  return labelText(label)?.replace(/\s+/g, ' ').trim() || undefined;
}

/**
 * Returns the label of a field or option as plain text, without the URLs of its links. Returns undefined for an empty
 * label.
 */
export function labelText(label: unknown): string | undefined {
  if (typeof label === 'number') return String(label);
  return (
    (isObject(label) ? richContentToText(label, { addresses: false }) : typeof label === 'string' ? label : '') ||
    undefined
  );
}
