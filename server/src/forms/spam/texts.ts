/** What of a submission is text that somebody wrote, and which addresses of mail it names. Pure. */
import {
  blockName,
  componentOptions,
  type Field,
  type FormSchema,
  formLimits,
  formsInside,
  isInputType,
  isObject,
  repeaterFields,
  targetOf,
} from '@portico/domain';

export interface WrittenText {
  readonly text: string;
  /** a name of a person or company: no place for a link */
  readonly isName: boolean;
}

export interface Written {
  readonly texts: readonly WrittenText[];
  readonly emails: readonly string[];
}

const NOTHING: Written = { texts: [], emails: [] };
const NAMES: ReadonlySet<unknown> = new Set(['FIRST_NAME', 'LAST_NAME', 'COMPANY', 'POSITION']);
/** components that take a text of one's own; a choice does where it has a custom option */
const FREE: ReadonlySet<unknown> = new Set(['TEXT_INPUT', 'RADIO_GROUP', 'DROPDOWN', 'CHECKBOX_GROUP', 'TAGS']);

/** Values that stand as the form brought them along, and those that were chosen, are not the sender's. */
export function writtenIn(form: FormSchema, values: unknown, depth: number = formLimits.nesting): Written {
  if (!isObject(values) || depth < 0) return NOTHING;
  const nested = formsInside(form);
  return all(
    (form.formFields ?? []).map((field) => {
      const target = targetOf(field);
      const value = target !== undefined && Object.hasOwn(values, target) ? values[target] : undefined;
      if (value === undefined || target === undefined) return NOTHING;
      const inner = nested.get(target);
      return inner ? writtenIn(inner, value, depth - 1) : writtenInField(field, value, depth);
    }),
  );
}

function writtenInField(field: Field, value: unknown, depth: number): Written {
  const rows = repeaterFields(field);
  if (Array.isArray(value) && rows.length > 0) {
    return all(value.map((row) => writtenIn({ formFields: rows }, row, depth - 1)));
  }
  if (Array.isArray(value)) return all(value.map((one) => writtenInField(field, one, depth)));
  const { inputType, stringOptions, contactMapping } = field.inputOptions ?? {};
  if (typeof value !== 'string' || !isInputType(inputType)) return NOTHING;
  const format = stringOptions?.validation?.format;
  if (format === 'EMAIL') return { texts: [], emails: [value.trim().toLowerCase()] };
  const block = field.inputOptions?.[blockName(inputType)] as { componentType?: unknown } | undefined;
  const isFree = FREE.has(block?.componentType) && (!format || format === 'UNKNOWN_FORMAT');
  if (!isFree || isOfForm(block, value)) return NOTHING;
  return {
    texts: [{ text: value, isName: isObject(contactMapping) && NAMES.has(contactMapping.contactField) }],
    emails: [],
  };
}

function isOfForm(block: object | undefined, value: string): boolean {
  const { default: preset, options } = componentOptions(block);
  return preset === value || (Array.isArray(options) && options.some((one) => isObject(one) && one.value === value));
}

const all = (parts: readonly Written[]): Written => ({
  texts: parts.flatMap((part) => part.texts),
  emails: parts.flatMap((part) => part.emails),
});
