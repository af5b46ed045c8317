import type { Language } from '@portico/domain';
import type { StoredItem } from '@portico/sdk';
import { siteTextsOf } from '../texts/catalogues.ts';

/** The public description of a field. */
export interface FieldInfo {
  readonly key: string;
  readonly displayName?: string;
  readonly type: string;
  /** For references: the collection that they refer to. */
  readonly typeMetadata?: unknown;
}

export interface CollectionInfo {
  readonly id: string;
  readonly displayName?: string;
  readonly displayField?: string;
  readonly fields?: readonly FieldInfo[];
  /** The collections that the reference fields refer to, if the visitor may read them. */
  readonly referencedCollections?: ReadonlyMap<string, CollectionInfo>;
}

/** A value as a page shows it. It is formatted on the server, so that hydration finds the same text. */
export interface ShownValue {
  readonly label: string;
  readonly text: string;
  /** The target if the text is a link. */
  readonly href?: string;
  readonly imageUrl?: string;
  /** True for sentences, which are shown as a paragraph. */
  readonly isLong?: boolean;
}

export interface ItemView {
  readonly id: string;
  readonly title: string;
  /** The beginning of the first long text; '' if there is none. */
  readonly summary: string;
  readonly imageUrl: string | null;
  readonly values: readonly ShownValue[];
}

/** How values are written. */
export interface ViewOptions {
  readonly language: Language;
  /** Time zone of the site, in which times are shown. Dates without a time are the same in every zone. */
  readonly timeZone: string;
}

const SUMMARY_LENGTH = 140;
const LONG_TEXT_LENGTH = 50;

/** Formats an item, field by field in the order of the collection. Omits fields without a value. */
export function describeItem(collection: CollectionInfo, item: StoredItem, options: ViewOptions): ItemView {
  const formats = valueFormats(options);
  const fields = (collection.fields ?? []).filter((field) => !field.key.startsWith('_'));
  const titleField = titleFieldOf(collection, fields);
  const title = titleField ? shownText(collection, titleField, item[titleField.key], formats) : '';
  const values = fields
    .filter((field) => field !== titleField)
    .flatMap((field) => showValue(field, shownText(collection, field, item[field.key], formats)) ?? []);
  const longValue = values.find((value) => value.isLong);
  return {
    id: item._id,
    title: title || formats.untitled,
    summary: truncate(longValue?.text ?? ''),
    imageUrl: values.find((value) => value.imageUrl)?.imageUrl ?? null,
    values,
  };
}

/**
 * Returns the name of a referenced item: the value of the display field of its collection. Returns '' for an id, which
 * stands for an item that was deleted or that the visitor may not read.
 */
function nameOfReferenced(collection: CollectionInfo, field: FieldInfo, value: unknown, formats: ValueFormats): string {
  if (typeof value !== 'object' || value === null) return '';
  const item = value as Record<string, unknown>;
  const referencedCollection = collection.referencedCollections?.get(referencedCollectionId(field) ?? '');
  const fields = (referencedCollection?.fields ?? []).filter(({ key }) => !key.startsWith('_'));
  const titleField = referencedCollection && titleFieldOf(referencedCollection, fields);
  // Only one level of references is loaded. A reference in the referenced item is an id, which is not a title.
  const title = titleField && !isReference(titleField) ? textOf(titleField, item[titleField.key], formats) : '';
  return title || objectText(item);
}

export const isReference = ({ type }: FieldInfo): boolean => type === 'REFERENCE' || type === 'MULTI_REFERENCE';

export function referencedCollectionId({ typeMetadata }: FieldInfo): string | undefined {
  const { reference, multiReference } = (typeMetadata ?? {}) as Record<
    string,
    { referencedCollectionId?: string } | undefined
  >;
  return (reference ?? multiReference)?.referencedCollectionId;
}

function titleFieldOf(collection: CollectionInfo, fields: readonly FieldInfo[]): FieldInfo | undefined {
  return (
    fields.find((field) => field.key === collection.displayField) ??
    fields.find((field) => field.key === 'title' || field.key === 'name') ??
    fields.find((field) => field.type === 'TEXT')
  );
}

function shownText(collection: CollectionInfo, field: FieldInfo, value: unknown, formats: ValueFormats): string {
  if (!isReference(field)) return textOf(field, value, formats);
  const items = Array.isArray(value) ? value : [value];
  return items
    .map((item) => nameOfReferenced(collection, field, item, formats))
    .filter(Boolean)
    .join(', ');
}

function showValue(field: FieldInfo, text: string): ShownValue | undefined {
  if (text === '') return undefined;
  const label = field.displayName || field.key;
  if (isImage(field)) return isWebAddress(text) ? { label, text: '', imageUrl: text } : undefined;
  // Threat: a `javascript:` link would run in the origin of the site.
  if (field.type === 'URL') return { label, text, ...(isWebAddress(text) ? { href: text } : {}) };
  if (field.type === 'EMAIL') return { label, text, href: `mailto:${text}` };
  return { label, text, ...(isProse(text) && !isReference(field) ? { isLong: true } : {}) };
}

/** True for sentences, which are shown as a paragraph, but not for names or places. */
const isProse = (text: string): boolean =>
  text.length > LONG_TEXT_LENGTH || text.includes('\n') || (/[.!?…]$/.test(text) && text.split(' ').length > 3);

const isImage = (field: FieldInfo): boolean => field.type === 'IMAGE' || field.type === 'MEDIA_IMAGE';
const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text);

/** The formatters and texts with which values are shown in a language. */
interface ValueFormats {
  readonly dates: Intl.DateTimeFormat;
  readonly dateTimes: Intl.DateTimeFormat;
  readonly numbers: Intl.NumberFormat;
  readonly yes: string;
  readonly no: string;
  readonly untitled: string;
}

function valueFormats({ language, timeZone }: ViewOptions): ValueFormats {
  const { locale, collection } = siteTextsOf(language);
  return {
    dates: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }),
    dateTimes: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone }),
    numbers: new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }),
    yes: collection.yes,
    no: collection.no,
    untitled: collection.untitled,
  };
}

function textOf(field: FieldInfo, value: unknown, formats: ValueFormats): string {
  const { dates, dateTimes, numbers, yes, no } = formats;
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return field.type === 'DATE' ? dates.format(value) : dateTimes.format(value);
  if (typeof value === 'boolean') return value ? yes : no;
  // Numbers with fewer than five digits have no separators, because such a number may be a year.
  if (typeof value === 'number') return Math.abs(value) < 10_000 ? String(value) : numbers.format(value);
  if (typeof value === 'string') return stringText(field, value, formats);
  if (Array.isArray(value))
    return value
      .map((entry) => textOf(field, entry, formats))
      .filter(Boolean)
      .join(', ');
  return objectText(value as Record<string, unknown>);
}

function stringText(field: FieldInfo, value: string, { dates }: ValueFormats): string {
  if (field.type === 'DATE' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return dates.format(new Date(value));
  if (field.type === 'RICH_TEXT') return htmlToText(value);
  return value.trim();
}

/** Returns the text of an address or a similar object; '' for other objects. */
function objectText(value: Record<string, unknown>): string {
  const text = value.formatted ?? value.formattedAddress ?? value.title ?? value.name;
  return typeof text === 'string' ? text : '';
}

/** Converts HTML to plain text. Threat: stored HTML must never be rendered as markup. */
function htmlToText(html: string): string {
  return html
    .replace(/<(br|\/p|\/li|\/h\d)\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function truncate(text: string): string {
  if (text.length <= SUMMARY_LENGTH) return text;
  const end = text.lastIndexOf(' ', SUMMARY_LENGTH);
  return `${text.slice(0, end > 0 ? end : SUMMARY_LENGTH)}…`;
}
