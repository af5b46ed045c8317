import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import {
  blockName,
  componentOptions,
  type Field,
  isInputType,
  isObject,
  labelOfField,
  labelText,
  repeaterFields,
} from '@portico/domain';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { requireFormsReader } from '../permissions.ts';
import { loadForm } from './load-form.ts';

type Endpoint = (typeof formsEndpoints)['getFormSummary'];
type SummaryField = Output<Endpoint>['formSummary']['fields'][number];

/** Returns label and type of a form's fields in their order, followed by deleted fields. */
export async function getFormSummary(ctx: SiteCtx, { query }: Input<Endpoint>): Promise<Output<Endpoint>> {
  requireFormsReader(ctx.caller);
  const { id, document } = await loadForm(ctx, query.formId);
  const summarize = (fields: readonly Field[], deleted: boolean): SummaryField[] =>
    fields.filter((field) => field.inputOptions).map((field) => summaryOf(field, deleted));
  return {
    formSummary: {
      id,
      fields: [...summarize(document.formFields, false), ...summarize(document.deletedFormFields, true)],
    },
  };
}

function summaryOf(field: Field, deleted: boolean): SummaryField {
  const { target, inputType } = field.inputOptions ?? {};
  const block = isInputType(inputType) ? field.inputOptions?.[blockName(inputType)] : undefined;
  const { options } = componentOptions(block);
  const label = labelOfField(field);
  const nestedFields = repeaterFields(field).map((inner) => summaryOf(inner, deleted));
  return {
    id: field.id ?? '',
    ...(target === undefined ? {} : { target }),
    ...(label === undefined ? {} : { label }),
    type: typeOf(field),
    ...(Array.isArray(options) ? { options: options.flatMap(optionOf) } : {}),
    deleted,
    ...(nestedFields.length > 0 ? { fields: nestedFields } : {}),
  };
}

function optionOf(option: unknown): { label?: string; value: unknown }[] {
  if (!isObject(option)) return [];
  const label = labelText(option.label);
  return [{ ...(label === undefined ? {} : { label }), value: option.value }];
}

/**
 * Returns the field's type in the summary: the format of a text field, RATING, SIGNATURE, or else the type that
 * follows from the input type.
 */
function typeOf({ inputOptions }: Field): string {
  const { inputType = 'UNKNOWN_INPUT_TYPE', stringOptions, numberOptions, wixFileOptions } = inputOptions ?? {};
  const format = stringOptions?.validation?.format;
  if (inputType === 'STRING' && format && format !== 'UNKNOWN_FORMAT') return format;
  if (inputType === 'NUMBER' && numberOptions?.componentType === 'RATING_INPUT') return 'RATING';
  if (inputType === 'WIX_FILE' && wixFileOptions?.componentType === 'SIGNATURE') return 'SIGNATURE';
  return TYPES[inputType] ?? inputType;
}

/** Input types that have another name in the summary, which has no type for appointments. */
const TYPES: Readonly<Record<string, string>> = { ADDRESS: 'MULTILINE_ADDRESS', SCHEDULING: 'UNKNOWN_INPUT_TYPE' };
