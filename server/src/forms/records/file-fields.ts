/** File fields of a form, including those of nested forms, and the files in a submission's values. */
import {
  type Field,
  type FormSchema,
  formLimits,
  isObject,
  nestedFormsByTarget,
  repeaterFields,
  targetOf,
  type UploadFileFormat,
  uploadFileFormats,
} from '@portico/domain';

/** Returns the formats that the field accepts, or null for any format. A signature is an image. */
export function formatsOf(field: Field): readonly UploadFileFormat[] | null {
  const { componentType, validation } = field.inputOptions?.wixFileOptions ?? {};
  if (componentType === 'SIGNATURE') return ['IMAGE'];
  const allowedFormats = uploadFileFormats.filter((format) => validation?.uploadFileFormats?.includes(format));
  return allowedFormats.length > 0 ? allowedFormats : null;
}

/**
 * Returns every file field of the form, including those in repeaters and nested forms.
 * @param visitedNodes the lists of nested forms that were already searched. Without it, a form that contains itself two
 *   hundred times would be searched 200⁵ times, because forms may be nested five levels deep.
 */
export function listFileFields(
  form: FormSchema,
  levels: number = formLimits.nesting,
  visitedNodes = new Set<unknown>(),
): Field[] {
  if (levels < 0) return [];
  const { nestedForms = [] } = form;
  const unvisited = visitedNodes.has(nestedForms) ? [] : nestedForms;
  visitedNodes.add(nestedForms);
  const inner = unvisited.flatMap(({ form }) => (form ? listFileFields(form, levels - 1, visitedNodes) : []));
  const formFiles = (form.formFields ?? []).flatMap((field) =>
    isFileField(field) ? [field] : listFileFields({ formFields: repeaterFields(field) }, levels - 1, visitedNodes),
  );
  return [...formFiles, ...inner];
}

/** A file that a value names. */
export interface NamedFile {
  readonly field: Field;
  /** Path of the file in the values, such as `photos/0` or `guests/1/passport/0`. */
  readonly path: string;
  readonly file: Readonly<Record<string, unknown>>;
}

type Values = Readonly<Record<string, unknown>>;

/** Returns a copy of checked values in which `change` has replaced every file. */
export function mapFiles(
  form: FormSchema,
  values: Values,
  change: (file: NamedFile) => unknown,
  path = '',
  levels: number = formLimits.nesting,
): Record<string, unknown> {
  const fields = new Map(
    [...(form.deletedFormFields ?? []), ...(form.formFields ?? [])].map((field) => [targetOf(field), field]),
  );
  const nested = nestedFormsByTarget(form);
  const changeValue = (target: string, value: unknown): unknown => {
    const valuePath = path === '' ? target : `${path}/${target}`;
    const field = fields.get(target);
    const inner = nested.get(target);
    if (inner && isObject(value)) return levels > 0 ? mapFiles(inner, value, change, valuePath, levels - 1) : value;
    if (!field || !Array.isArray(value)) return value;
    if (isFileField(field)) {
      return value.map((file, index) =>
        isObject(file) ? change({ field, path: `${valuePath}/${index}`, file }) : file,
      );
    }
    const rowForm = { formFields: repeaterFields(field) };
    if (rowForm.formFields.length === 0 || levels === 0) return value;
    return value.map((row, index) =>
      isObject(row) ? mapFiles(rowForm, row, change, `${valuePath}/${index}`, levels - 1) : row,
    );
  };
  return Object.fromEntries(Object.entries(values).map(([target, value]) => [target, changeValue(target, value)]));
}

const isFileField = (field: Field): boolean => field.inputOptions?.inputType === 'WIX_FILE';
