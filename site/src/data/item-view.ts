import type { Language } from '@portico/domain';
import type { StoredItem } from '@portico/sdk';
import { siteTextsOf } from '../texts/catalogues.ts';

/** A field of a collection as visitors are told of it. */
export interface FieldInfo {
  readonly key: string;
  readonly displayName?: string;
  readonly type: string;
  /** of a reference: the collection that it points to */
  readonly typeMetadata?: unknown;
}

export interface CollectionInfo {
  readonly id: string;
  readonly displayName?: string;
  readonly displayField?: string;
  readonly fields?: readonly FieldInfo[];
  /** the collections that its references point to, as far as the visitor may know them */
  readonly referenced?: ReadonlyMap<string, CollectionInfo>;
}

/** A value as a page shows it: made into words on the server, so that browser and server agree on them. */
export interface ShownValue {
  readonly label: string;
  readonly text: string;
  /** where the text leads */
  readonly href?: string;
  readonly imageUrl?: string;
  /** runs over several lines */
  readonly long?: boolean;
}

export interface ItemView {
  readonly id: string;
  readonly title: string;
  /** the first long text, cut; '' where there is none */
  readonly summary: string;
  readonly imageUrl: string | null;
  readonly values: readonly ShownValue[];
}

const SUMMARY_LENGTH = 140;
const LONG_TEXT = 50;

/** An item in words, field by field in the order of the collection. Fields without a value are left out. */
export function describeItem(collection: CollectionInfo, item: StoredItem, language: Language): ItemView {
  const words = wordsOf(language);
  const fields = (collection.fields ?? []).filter((field) => !field.key.startsWith('_'));
  const titleField = titleFieldOf(collection, fields);
  const title = titleField ? shownText(collection, titleField, item[titleField.key], words) : '';
  const values = fields
    .filter((field) => field !== titleField)
    .flatMap((field) => showValue(field, shownText(collection, field, item[field.key], words)) ?? []);
  const lead = values.find((value) => value.long);
  return {
    id: item._id,
    title: title || words.untitled,
    summary: cut(lead?.text ?? ''),
    imageUrl: values.find((value) => value.imageUrl)?.imageUrl ?? null,
    values,
  };
}

/**
 * What the item behind a reference is called: its collection's display field. '' for a bare id, which tells visitors
 * nothing: the item is gone, or they may not read it.
 */
function nameOfReferenced(collection: CollectionInfo, field: FieldInfo, value: unknown, words: Words): string {
  if (typeof value !== 'object' || value === null) return '';
  const item = value as Record<string, unknown>;
  const other = collection.referenced?.get(referencedCollectionId(field) ?? '');
  const fields = (other?.fields ?? []).filter(({ key }) => !key.startsWith('_'));
  const titleField = other && titleFieldOf(other, fields);
  // a reference in the other collection is not followed: it holds a bare id
  const title = titleField && !isReference(titleField) ? textOf(titleField, item[titleField.key], words) : '';
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

function shownText(collection: CollectionInfo, field: FieldInfo, value: unknown, words: Words): string {
  if (!isReference(field)) return textOf(field, value, words);
  const items = Array.isArray(value) ? value : [value];
  return items
    .map((item) => nameOfReferenced(collection, field, item, words))
    .filter(Boolean)
    .join(', ');
}

function showValue(field: FieldInfo, text: string): ShownValue | undefined {
  if (text === '') return undefined;
  const label = field.displayName || field.key;
  if (isImage(field)) return isWebAddress(text) ? { label, text: '', imageUrl: text } : undefined;
  // `javascript:` and the like would run as the site.
  if (field.type === 'URL') return { label, text, ...(isWebAddress(text) ? { href: text } : {}) };
  if (field.type === 'EMAIL') return { label, text, href: `mailto:${text}` };
  return { label, text, ...(isProse(text) && !isReference(field) ? { long: true } : {}) };
}

/** Sentences, to be read as a paragraph; a name or a place is not. */
const isProse = (text: string): boolean =>
  text.length > LONG_TEXT || text.includes('\n') || (/[.!?…]$/.test(text) && text.split(' ').length > 3);

const isImage = (field: FieldInfo): boolean => field.type === 'IMAGE' || field.type === 'MEDIA_IMAGE';
const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text);

/** How a language writes values. */
interface Words {
  readonly dates: Intl.DateTimeFormat;
  readonly moments: Intl.DateTimeFormat;
  readonly numbers: Intl.NumberFormat;
  readonly yes: string;
  readonly no: string;
  readonly untitled: string;
}

function wordsOf(language: Language): Words {
  const { locale, collection } = siteTextsOf(language);
  return {
    dates: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }),
    moments: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }),
    numbers: new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }),
    yes: collection.yes,
    no: collection.no,
    untitled: collection.untitled,
  };
}

function textOf(field: FieldInfo, value: unknown, words: Words): string {
  const { dates, moments, numbers, yes, no } = words;
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return field.type === 'DATE' ? dates.format(value) : moments.format(value);
  if (typeof value === 'boolean') return value ? yes : no;
  // Years and the like are not amounts: no separators below five digits.
  if (typeof value === 'number') return Math.abs(value) < 10_000 ? String(value) : numbers.format(value);
  if (typeof value === 'string') return stringText(field, value, words);
  if (Array.isArray(value))
    return value
      .map((one) => textOf(field, one, words))
      .filter(Boolean)
      .join(', ');
  return objectText(value as Record<string, unknown>);
}

function stringText(field: FieldInfo, value: string, { dates }: Words): string {
  if (field.type === 'DATE' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return dates.format(new Date(value));
  if (field.type === 'RICH_TEXT') return withoutTags(value);
  return value.trim();
}

/** What an address and its like say of themselves; other objects have no words. */
function objectText(value: Record<string, unknown>): string {
  const said = value.formatted ?? value.formattedAddress ?? value.title ?? value.name;
  return typeof said === 'string' ? said : '';
}

/** HTML as plain words: it is shown as text, never as markup, so nothing stored can run. */
function withoutTags(html: string): string {
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

function cut(text: string): string {
  if (text.length <= SUMMARY_LENGTH) return text;
  const end = text.lastIndexOf(' ', SUMMARY_LENGTH);
  return `${text.slice(0, end > 0 ? end : SUMMARY_LENGTH)}…`;
}
