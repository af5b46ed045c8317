/** The texts and e-mail addresses of a submission that its sender wrote. */
import {
  blockName,
  componentOptions,
  type Field,
  type FormSchema,
  formLimits,
  isInputType,
  isObject,
  nestedFormsByTarget,
  repeaterFields,
  targetOf,
} from '@portico/domain';

export interface WrittenText {
  readonly text: string;
  /** True for the name of a person or company, in which a link is a sign of spam. */
  readonly isName: boolean;
}

export interface WrittenContent {
  readonly texts: readonly WrittenText[];
  readonly emails: readonly string[];
}

const NOTHING: WrittenContent = { texts: [], emails: [] };
const NAMES: ReadonlySet<unknown> = new Set(['FIRST_NAME', 'LAST_NAME', 'COMPANY', 'POSITION']);
/** Components that accept free text. Choice components are among them because they can have a custom option. */
const FREE_TEXT_COMPONENTS: ReadonlySet<unknown> = new Set([
  'TEXT_INPUT',
  'RADIO_GROUP',
  'DROPDOWN',
  'CHECKBOX_GROUP',
  'TAGS',
]);

/**
 * Returns the texts and addresses that the sender wrote. Skips default values and chosen options, because
 * their texts come from the form.
 */
export function writtenContentOf(
  form: FormSchema,
  values: unknown,
  depth: number = formLimits.nesting,
): WrittenContent {
  if (!isObject(values) || depth < 0) return NOTHING;
  const nested = nestedFormsByTarget(form);
  return mergeContent(
    (form.formFields ?? []).map((field) => {
      const target = targetOf(field);
      const value = target !== undefined && Object.hasOwn(values, target) ? values[target] : undefined;
      if (value === undefined || target === undefined) return NOTHING;
      const inner = nested.get(target);
      return inner ? writtenContentOf(inner, value, depth - 1) : readField(field, value, depth);
    }),
  );
}

function readField(field: Field, value: unknown, depth: number): WrittenContent {
  const rows = repeaterFields(field);
  if (Array.isArray(value) && rows.length > 0) {
    return mergeContent(value.map((row) => writtenContentOf({ formFields: rows }, row, depth - 1)));
  }
  if (Array.isArray(value)) return mergeContent(value.map((item) => readField(field, item, depth)));
  const { inputType, stringOptions, contactMapping } = field.inputOptions ?? {};
  if (typeof value !== 'string' || !isInputType(inputType)) return NOTHING;
  const format = stringOptions?.validation?.format;
  if (format === 'EMAIL') return { texts: [], emails: [value.trim().toLowerCase()] };
  const block = field.inputOptions?.[blockName(inputType)] as { componentType?: unknown } | undefined;
  const isFreeText = FREE_TEXT_COMPONENTS.has(block?.componentType) && (!format || format === 'UNKNOWN_FORMAT');
  if (!isFreeText || isFromForm(block, value)) return NOTHING;
  return {
    texts: [{ text: value, isName: isObject(contactMapping) && NAMES.has(contactMapping.contactField) }],
    emails: [],
  };
}

function isFromForm(block: object | undefined, value: string): boolean {
  const { default: defaultValue, options } = componentOptions(block);
  const isOption = Array.isArray(options) && options.some((option) => isObject(option) && option.value === value);
  return defaultValue === value || isOption;
}

const mergeContent = (parts: readonly WrittenContent[]): WrittenContent => ({
  texts: parts.flatMap((part) => part.texts),
  emails: parts.flatMap((part) => part.emails),
});
