/** The fields of a form that take files, wherever they stand, and the files in a submission's values. Pure. */
import {
  type Field,
  type FormSchema,
  formLimits,
  formsInside,
  isObject,
  repeaterFields,
  targetOf,
  type UploadFileFormat,
  uploadFileFormats,
} from '@portico/domain';

/** What the field takes; null for any kind of file. A signature is a picture. */
export function formatsOf(field: Field): readonly UploadFileFormat[] | null {
  const { componentType, validation } = field.inputOptions?.wixFileOptions ?? {};
  if (componentType === 'SIGNATURE') return ['IMAGE'];
  const stated = uploadFileFormats.filter((format) => validation?.uploadFileFormats?.includes(format));
  return stated.length > 0 ? stated : null;
}

/**
 * Every field of the form that takes files, those in repeaters and nested forms too.
 * @param seen what has been looked into: a form that is nested in itself two hundred times would else be walked 200⁵ times
 */
export function fileFields(form: FormSchema, levels: number = formLimits.nesting, seen = new Set<unknown>()): Field[] {
  if (levels < 0) return [];
  const { nestedForms = [] } = form;
  const within = seen.has(nestedForms) ? [] : nestedForms;
  seen.add(nestedForms);
  const inner = within.flatMap(({ form }) => (form ? fileFields(form, levels - 1, seen) : []));
  const own = (form.formFields ?? []).flatMap((field) =>
    isFileField(field) ? [field] : fileFields({ formFields: repeaterFields(field) }, levels - 1, seen),
  );
  return [...own, ...inner];
}

/** One file that a value names. `replace` puts another in its place in a copy of the values. */
export interface NamedFile {
  readonly field: Field;
  /** `photos/0`, `guests/1/passport/0` */
  readonly path: string;
  readonly file: Readonly<Record<string, unknown>>;
}

type Values = Readonly<Record<string, unknown>>;

/** The values with every file in them passed through `change`; values that have been checked, so their shapes are right. */
export function mapFiles(
  form: FormSchema,
  values: Values,
  change: (named: NamedFile) => unknown,
  path = '',
  levels: number = formLimits.nesting,
): Record<string, unknown> {
  const fields = new Map(
    [...(form.deletedFormFields ?? []), ...(form.formFields ?? [])].map((field) => [targetOf(field), field]),
  );
  const nested = formsInside(form);
  const changed = (target: string, value: unknown): unknown => {
    const place = path === '' ? target : `${path}/${target}`;
    const field = fields.get(target);
    const inner = nested.get(target);
    if (inner && isObject(value)) return levels > 0 ? mapFiles(inner, value, change, place, levels - 1) : value;
    if (!field || !Array.isArray(value)) return value;
    if (isFileField(field)) {
      return value.map((file, index) => (isObject(file) ? change({ field, path: `${place}/${index}`, file }) : file));
    }
    const row = { formFields: repeaterFields(field) };
    if (row.formFields.length === 0 || levels === 0) return value;
    return value.map((one, index) =>
      isObject(one) ? mapFiles(row, one, change, `${place}/${index}`, levels - 1) : one,
    );
  };
  return Object.fromEntries(Object.entries(values).map(([target, value]) => [target, changed(target, value)]));
}

const isFileField = (field: Field): boolean => field.inputOptions?.inputType === 'WIX_FILE';
