/** What of a submission is text that somebody wrote, and which addresses of mail it names. Pure. */
import { componentOptions, type Field, isObject, repeaterFields, targetOf } from '@portico/domain';

export interface WrittenText {
  readonly text: string;
  /** a name of a person or company: no place for a link */
  readonly isName: boolean;
}

export interface Written {
  readonly texts: readonly WrittenText[];
  readonly emails: readonly string[];
}

const NAMES: ReadonlySet<unknown> = new Set(['FIRST_NAME', 'LAST_NAME', 'COMPANY', 'POSITION']);

/** Values that stand as the form brought them along are not the sender's. */
export function writtenIn(fields: readonly Field[], values: unknown): Written {
  if (!isObject(values)) return { texts: [], emails: [] };
  const parts = fields.map((field) => {
    const target = targetOf(field);
    const value = target !== undefined && Object.hasOwn(values, target) ? values[target] : undefined;
    return value === undefined ? { texts: [], emails: [] } : writtenInField(field, value);
  });
  return { texts: parts.flatMap((part) => part.texts), emails: parts.flatMap((part) => part.emails) };
}

function writtenInField(field: Field, value: unknown): Written {
  if (Array.isArray(value)) {
    const rows = value.map((row) => writtenIn(repeaterFields(field), row));
    return { texts: rows.flatMap((row) => row.texts), emails: rows.flatMap((row) => row.emails) };
  }
  const block = field.inputOptions?.stringOptions;
  if (typeof value !== 'string' || block === undefined) return { texts: [], emails: [] };
  const format = block.validation?.format;
  if (format === 'EMAIL') return { texts: [], emails: [value.trim().toLowerCase()] };
  const isFree = block.componentType === 'TEXT_INPUT' && (!format || format === 'UNKNOWN_FORMAT');
  if (!isFree || componentOptions(block).default === value) return { texts: [], emails: [] };
  const { contactMapping } = field.inputOptions ?? {};
  const isName = isObject(contactMapping) && NAMES.has(contactMapping.contactField);
  return { texts: [{ text: value, isName }], emails: [] };
}
