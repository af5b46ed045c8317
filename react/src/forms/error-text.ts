import type { FieldError } from '@portico/sdk';
import type { FormTexts } from '../texts/forms-en.ts';
import type { FieldView } from './view/field-view.ts';

/**
 * Returns one sentence that explains how to fix an error (causes: forms contract section 5.1).
 * @param texts the language, for example `textsOf('en')`
 */
export function errorText(
  error: FieldError,
  field: FieldView | undefined,
  { forms }: { readonly forms: FormTexts },
): string {
  const params = error.params ?? {};
  const { limit = '' } = params as { limit?: number | string };
  if (error.useCustomErrorMessage && error.errorMessage) return error.errorMessage;
  switch (error.errorType) {
    case 'REQUIRED_VALUE_ERROR':
      return missingText(field, forms);
    case 'TYPE_ERROR':
      return field && NUMERIC.includes(field.kind) ? forms.number : forms.wrongForm;
    case 'FORMAT_ERROR':
      return formatText(String(params.format), forms);
    case 'INVALID_PHONE_COUNTRY_CODE_ERROR':
      return forms.phone;
    case 'PATTERN_ERROR':
      return forms.pattern;
    case 'MAX_LENGTH_ERROR':
      return forms.maxLength(limit);
    case 'MIN_LENGTH_ERROR':
      return forms.minLength(limit);
    case 'MAX_VALUE_ERROR':
      return isDate(field) ? forms.latest(limit) : forms.maxValue(limit);
    case 'MIN_VALUE_ERROR':
      if (field?.kind === 'appointment') return params.comparison === '>' ? forms.endsTooEarly : forms.inThePast;
      return isDate(field) ? forms.earliest(limit) : forms.minValue(limit);
    case 'MULTIPLE_OF_VALUE_ERROR':
      return params.multipleOf === 1 ? forms.integer : forms.multiple(Number(params.multipleOf));
    case 'MIN_ITEMS_ERROR':
      return field?.kind === 'repeater' ? forms.minRows(limit) : forms.minItems(limit);
    case 'MAX_ITEMS_ERROR':
      return field?.kind === 'repeater' ? forms.maxRows(limit) : forms.maxItems(limit);
    case 'NOT_ALLOWED_VALUE_ERROR':
      return field?.kind === 'checkbox' ? forms.tick : forms.offered;
    case 'UPLOAD_REFUSED':
      return params.code === 'FILE_QUOTA_REACHED' ? forms.fileQuota : forms.fileRefused;
    case 'UPLOAD_PENDING':
      return params.state === 'uploading' ? forms.uploadWait : forms.uploadFailed;
    case 'DISABLED_FORM_ERROR':
      return forms.closed;
    default:
      return error.errorMessage ?? forms.rejected;
  }
}

function formatText(format: string, forms: FormTexts): string {
  const { email, url, phone, date, time, dateTime, wrongForm } = forms;
  const byFormat: Readonly<Record<string, string>> = {
    email,
    url,
    uri: url,
    phone,
    date,
    time,
    'date-time': dateTime,
    'vat ID': forms.vatId,
  };
  return byFormat[format] ?? wrongForm;
}

function missingText(field: FieldView | undefined, forms: FormTexts): string {
  switch (field?.kind) {
    case 'checkbox':
      return forms.tick;
    case 'checkboxes':
    case 'tags':
    case 'products':
      return forms.chooseSome;
    case 'files':
      return forms.addFile;
    case 'signature':
      return forms.sign;
    case 'donation':
    case 'radio':
    case 'dropdown':
    case 'rating':
      return forms.chooseOne;
    default:
      return forms.required;
  }
}

const NUMERIC = ['number', 'rating', 'products', 'donation', 'amount'];
const isDate = (field: FieldView | undefined): boolean =>
  ['date', 'datePicker', 'time', 'dateTime'].includes(field?.kind ?? '');
