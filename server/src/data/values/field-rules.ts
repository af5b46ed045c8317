/** Defines the valid values of each field type (data contract section 4). */
import type { FieldType } from '@portico/domain';
import type { Json } from '../query/tree.ts';

/** The reason why a value is invalid, and its position within the value. */
export interface RuleViolation {
  /** Path within the value, such as `[2]` or `.city`; empty for the value itself. */
  readonly at: string;
  readonly description: string;
  readonly violatedRule: 'WRONG_TYPE' | 'FORMAT';
}

type Rule = (value: Json) => RuleViolation | null;

const type =
  (isValid: (value: Json) => boolean, description: string): Rule =>
  (value) =>
    isValid(value) ? null : { at: '', description, violatedRule: 'WRONG_TYPE' };

const isText = (value: Json): value is string => typeof value === 'string';
const isRecord = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !Object.hasOwn(value, '$date');

const text = type(isText, 'must be a text');

const matchesFormat =
  (isValid: (value: string) => boolean, description: string): Rule =>
  (value) => {
    if (!isText(value)) return text(value);
    // An empty text is treated as a missing value, which only `required` rejects.
    return value === '' || isValid(value) ? null : { at: '', description, violatedRule: 'FORMAT' };
  };

const listOf =
  (rule: Rule, description: string): Rule =>
  (value) => {
    if (!Array.isArray(value)) return { at: '', description, violatedRule: 'WRONG_TYPE' };
    for (const [i, element] of value.entries()) {
      const violation = rule(element);
      if (violation) return { ...violation, at: `[${i}]${violation.at}` };
    }
    return null;
  };

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?$/;
const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/;
const LANGUAGE = /^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$/;

function isCalendarDate(value: string): boolean {
  const [, year, month, day] = DATE.exec(value) ?? [];
  if (!year) return false;
  const at = new Date(`${value}T00:00:00Z`);
  return at.getUTCMonth() + 1 === Number(month) && at.getUTCDate() === Number(day);
}

/**
 * Schemes of URLs that execute their content. Shown as a link, a value with such a scheme could run a script
 * (cross-site scripting).
 */
const SCRIPT_URL = /^(javascript|data|vbscript):/i;

const isUrl = (value: string): boolean =>
  value.startsWith('/') || value.startsWith('#') || (URL.canParse(value) && !SCRIPT_URL.test(value.trim()));

/** Accepts the vendor's URI of a stored file, or a URL. */
const media = (kind: string): Rule =>
  matchesFormat(
    (value) => (value.startsWith('wix:') ? value.startsWith(`wix:${kind}://`) : isUrl(value)),
    `must be wix:${kind}://… or an address`,
  );

const eitherRule =
  (isValid: (value: Json) => boolean, alternative: Rule): Rule =>
  (value) =>
    isValid(value) ? null : alternative(value);

const object = type(isRecord, 'must be an object');
const image = media('image');
/** An entry of a gallery: an object with `src`, or only the source. */
const galleryItem = eitherRule(
  (value) => isRecord(value) && isText(value.src ?? null),
  matchesFormat(isMedia, 'must be a file'),
);

function isMedia(value: string): boolean {
  return /^wix:(image|video|audio|document|vector):\/\//.test(value) || isUrl(value);
}

const url = matchesFormat(isUrl, 'must be an address (URL)');

/** Rules by field type. Multi-references are stored outside the item and validated with the links. */
export const fieldRules: Readonly<Record<FieldType, Rule>> = {
  TEXT: text,
  RICH_TEXT: text,
  SLUG: matchesFormat((value) => !/\s/.test(value), 'must be a slug, without spaces'),
  PAGE_LINK: text,
  LANGUAGE: matchesFormat((value) => LANGUAGE.test(value), 'must be a language code'),
  URL: url,
  EMAIL: matchesFormat((value) => value.length <= 320 && EMAIL.test(value), 'must be an email address'),
  NUMBER: type((value) => typeof value === 'number', 'must be a number'),
  BOOLEAN: type((value) => typeof value === 'boolean', 'must be true or false'),
  DATE: matchesFormat(isCalendarDate, 'must be a date, YYYY-MM-DD'),
  TIME: matchesFormat((value) => TIME.test(value), 'must be a time, hh:mm:ss.SSS'),
  DATETIME: type(
    (value) => typeof value === 'object' && value !== null && Object.hasOwn(value, '$date'),
    'must be a date and time, {"$date": "…"}',
  ),
  RICH_CONTENT: type((value) => isRecord(value) && Array.isArray(value.nodes), 'must be rich content with nodes'),
  IMAGE: image,
  MEDIA_IMAGE: image,
  VIDEO: media('video'),
  AUDIO: media('audio'),
  DOCUMENT: media('document'),
  MEDIA_VECTOR_ART: media('vector'),
  ARRAY_DOCUMENT: listOf(galleryItem, 'must be an array of files'),
  MEDIA_GALLERY: listOf(galleryItem, 'must be an array of files'),
  ARRAY_STRING: listOf(text, 'must be an array of texts'),
  ARRAY: type(Array.isArray, 'must be an array'),
  OBJECT: object,
  ADDRESS: object,
  ANY: () => null,
  REFERENCE: type((value) => isText(value) && value !== '', 'must be the id of an item'),
  MULTI_REFERENCE: () => null,
};
