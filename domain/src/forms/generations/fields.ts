/** A field in both generations (forms contract section 4.4). The present one is stored; the earlier is derived on the way out. */
import { blockName, componentOptions, componentOptionsName, type Field, type FormField, isObject } from '../model.ts';
import { componentsByInputType, isInputType } from '../vocabulary.ts';
import { fromChoiceView, toChoiceView } from './choice-keys.ts';
import { componentOf, identifierOf } from './identifiers.ts';
import { fromValidation, toValidation } from './validation.ts';
import { fromViewKeys, toViewKeys } from './view-keys.ts';

type Json = Record<string, unknown>;

/** The field as the vendor's viewer reads it. */
export function toFormField(field: Field): FormField {
  const { id, identifier, hidden = false, inputOptions: input } = field;
  if (!input) return { id, hidden, view: displayView(field) };
  const { target, pii = false, readOnly = false, inputType } = input;
  const base = { id, ...(target === undefined ? {} : { target }), pii, hidden, readOnly };
  if (!isInputType(inputType)) return { ...base, view: { fieldType: identifier }, validation: {} };

  const block = (input[blockName(inputType)] ?? {}) as { componentType?: string; validation?: Json };
  const component = block.componentType ?? '';
  const options = toViewKeys(component, toChoiceView(component, componentOptions(block)));
  const mapping = input.contactMapping ? { contactMapping: input.contactMapping } : {};
  return {
    ...base,
    validation: toValidation(field, inputType, block.validation ?? {}),
    view: {
      ...options,
      ...fileView(component, block.validation),
      ...mapping,
      fieldType: identifier || identifierOf(component),
    },
  };
}

/** The stored field of one that came in the earlier spelling. What cannot be told is left out, and named by the form-save checks. */
export function fromFormField(formField: FormField): Field {
  const { id, target, pii, hidden, readOnly, view = {}, validation } = formField;
  const { fieldType, contactMapping, ...looks } = view;
  const identifier = typeof fieldType === 'string' ? fieldType : undefined;
  const base = { id, ...(identifier ? { identifier } : {}), ...(hidden === undefined ? {} : { hidden }) };
  const { inputType, rules } = fromValidation(validation ?? {});
  if (inputType === null && target === undefined) return { ...base, ...displayField(identifier, looks) };
  if (inputType === null) return { ...base, fieldType: 'INPUT', inputOptions: { target } };

  const component = componentOf(identifier, inputType, componentsByInputType[inputType], rules.format);
  const { valueSliderLimit, uploadFileFormats, ...others } = looks;
  const file = inputType === 'WIX_FILE' ? fileRules(valueSliderLimit, uploadFileFormats) : null;
  const options = fromViewKeys(component ?? '', fromChoiceView(file ? others : looks));
  return {
    ...base,
    fieldType: 'INPUT',
    inputOptions: {
      target,
      pii,
      required: validation?.required === true,
      readOnly,
      inputType,
      ...(isObject(contactMapping) ? { contactMapping } : {}),
      [blockName(inputType)]: {
        validation: file ?? rules,
        ...(component ? { componentType: component, [componentOptionsName(component)]: options } : {}),
      },
    },
  };
}

function displayView({ identifier, displayOptions = {} }: Field): Json {
  const { displayFieldType = '' } = displayOptions;
  const options = (displayOptions as Json)[DISPLAY_BLOCKS[displayFieldType] ?? ''];
  const name = DISPLAY_IDENTIFIERS[displayFieldType] ?? displayFieldType;
  return { ...toViewKeys(displayFieldType, isObject(options) ? options : {}), fieldType: identifier || name };
}

const DISPLAY_BLOCKS: Readonly<Record<string, string>> = {
  RICH_CONTENT: 'richContentOptions',
  PAGE_NAVIGATION: 'pageNavigationOptions',
};
const DISPLAY_IDENTIFIERS: Readonly<Record<string, string>> = {
  RICH_CONTENT: 'RICH_TEXT',
  PAGE_NAVIGATION: 'SUBMIT_BUTTON',
  LOGIN_BAR: 'BOOKINGS_LOGIN_BAR',
};

function displayField(identifier: string | undefined, looks: Json): Field {
  const type =
    identifier === 'SUBMIT_BUTTON' || 'submitText' in looks
      ? 'PAGE_NAVIGATION'
      : identifier === 'BOOKINGS_LOGIN_BAR'
        ? 'LOGIN_BAR'
        : 'RICH_CONTENT';
  const block = DISPLAY_BLOCKS[type];
  return {
    fieldType: 'DISPLAY',
    displayOptions: { displayFieldType: type, ...(block ? { [block]: fromViewKeys(type, looks) } : {}) },
  };
}

/** The viewer shows formats as `Image`, `Video`; they are stored as words of the specification. */
function fileView(component: string, validation: Json = {}): Json {
  if (component !== 'FILE_UPLOAD') return {};
  const { fileLimit, uploadFileFormats } = validation;
  const formats = Array.isArray(uploadFileFormats) ? uploadFileFormats.map(String) : [];
  return {
    ...(fileLimit === undefined ? {} : { valueSliderLimit: fileLimit }),
    uploadFileFormats: formats.map((word) => word.charAt(0) + word.slice(1).toLowerCase()),
  };
}

const fileRules = (limit: unknown, formats: unknown): Json => ({
  ...(typeof limit === 'number' ? { fileLimit: limit } : {}),
  ...(Array.isArray(formats) ? { uploadFileFormats: formats.map((word) => String(word).toUpperCase()) } : {}),
});
