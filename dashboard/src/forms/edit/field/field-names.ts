/** What fields and their kinds are called before the owner. */
import { labelOfField, richContentToText } from '@portico/domain';
import type { FormField } from '../draft.ts';
import { fieldKinds } from './field-kinds.ts';
import { componentOf } from './field-paths.ts';

/** What people call a field: its label, the beginning of its text, or the name of its values. */
export function nameOfField(field: FormField): string {
  const { displayOptions, inputOptions } = field;
  const { richContentOptions, pageNavigationOptions } = displayOptions ?? {};
  if (richContentOptions) return shortened(richContentToText(richContentOptions.richContent)) || 'Text';
  if (pageNavigationOptions) return pageNavigationOptions.submitText || 'Buttons';
  if (displayOptions) return 'Sign-in line';
  return shortened(labelOfField(field) ?? '') || inputOptions?.target || 'Field';
}

const shortened = (text: string): string => {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
};

/** The kind that a field is of, for people; the identifier where none is like it. */
export function kindOfField(field: FormField): string {
  const byIdentifier = samples.find(({ sample }) => sample.identifier === field.identifier);
  if (byIdentifier && isLike(byIdentifier.sample, field)) return byIdentifier.label;
  return samples.find(({ sample }) => isLike(sample, field))?.label ?? field.identifier ?? 'Field';
}

const samples = fieldKinds.map(({ label, make }) => ({ label, sample: { ...make(''), id: '' } }));

const isLike = (one: FormField, other: FormField): boolean =>
  one.inputOptions?.inputType === other.inputOptions?.inputType &&
  componentOf(one) === componentOf(other) &&
  one.displayOptions?.displayFieldType === other.displayOptions?.displayFieldType;
