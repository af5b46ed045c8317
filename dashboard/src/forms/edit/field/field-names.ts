/** Names of fields and of their kinds in the user interface. */
import { labelOfField, richContentToText } from '@portico/domain';
import type { FormField } from '../draft.ts';
import { fieldKinds } from './field-kinds.ts';
import { componentOf } from './field-paths.ts';

/** Returns the name of a field: its label, the beginning of its text, or its target. */
export function nameOfField(field: FormField): string {
  const { displayOptions, inputOptions } = field;
  const { richContentOptions, pageNavigationOptions } = displayOptions ?? {};
  if (richContentOptions) return shorten(richContentToText(richContentOptions.richContent)) || 'Text';
  if (pageNavigationOptions) return pageNavigationOptions.submitText || 'Buttons';
  if (displayOptions) return 'Sign-in line';
  return shorten(labelOfField(field) ?? '') || inputOptions?.target || 'Field';
}

const shorten = (text: string): string => {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
};

/** Returns the label of the kind of a field, or its identifier if no kind matches. */
export function kindOfField(field: FormField): string {
  const sampleWithIdentifier = samples.find(({ sample }) => sample.identifier === field.identifier);
  if (sampleWithIdentifier && isSameKind(sampleWithIdentifier.sample, field)) return sampleWithIdentifier.label;
  return samples.find(({ sample }) => isSameKind(sample, field))?.label ?? field.identifier ?? 'Field';
}

const samples = fieldKinds.map(({ label, make }) => ({ label, sample: { ...make(''), id: '' } }));

const isSameKind = (a: FormField, b: FormField): boolean =>
  a.inputOptions?.inputType === b.inputOptions?.inputType &&
  componentOf(a) === componentOf(b) &&
  a.displayOptions?.displayFieldType === b.displayOptions?.displayFieldType;
