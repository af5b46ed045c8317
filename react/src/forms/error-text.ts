import type { FieldError } from '@portico/sdk';
import type { FormErrorTexts } from '../texts/form-errors-en.ts';
import type { FormTexts } from '../texts/forms-en.ts';
import type { FieldView } from './view/field-view.ts';

/** The texts that describe errors. */
export interface ErrorTexts {
  readonly forms: FormTexts;
  readonly formErrors: FormErrorTexts;
}

/**
 * Returns one sentence that explains how to fix an error (causes: forms contract section 5.1).
 * @param texts the language, for example `textsOf('en')`
 */
export function errorText(error: FieldError, field: FieldView | undefined, { forms, formErrors }: ErrorTexts): string {
  const params = error.params ?? {};
  const { limit = '' } = params as { limit?: number | string };
  if (error.useCustomErrorMessage && error.errorMessage) return error.errorMessage;
  switch (error.errorType) {
    case 'REQUIRED_VALUE_ERROR':
      return missingText(field, formErrors);
    case 'TYPE_ERROR':
      return field && NUMERIC.includes(field.kind) ? formErrors.number : formErrors.wrongForm;
    case 'FORMAT_ERROR':
      return formatText(String(params.format), formErrors);
    case 'INVALID_PHONE_COUNTRY_CODE_ERROR':
      return formErrors.phone;
    case 'PATTERN_ERROR':
      return formErrors.pattern;
    case 'MAX_LENGTH_ERROR':
      return formErrors.maxLength(limit);
    case 'MIN_LENGTH_ERROR':
      return formErrors.minLength(limit);
    case 'MAX_VALUE_ERROR':
      return isDate(field) ? formErrors.latest(limit) : formErrors.maxValue(limit);
    case 'MIN_VALUE_ERROR':
      if (field?.kind === 'appointment')
        return params.comparison === '>' ? formErrors.endsTooEarly : formErrors.inThePast;
      return isDate(field) ? formErrors.earliest(limit) : formErrors.minValue(limit);
    case 'MULTIPLE_OF_VALUE_ERROR':
      return params.multipleOf === 1 ? formErrors.integer : formErrors.multiple(Number(params.multipleOf));
    case 'MIN_ITEMS_ERROR':
      return field?.kind === 'repeater' ? formErrors.minRows(limit) : formErrors.minItems(limit);
    case 'MAX_ITEMS_ERROR':
      return field?.kind === 'repeater' ? formErrors.maxRows(limit) : formErrors.maxItems(limit);
    case 'NOT_ALLOWED_VALUE_ERROR':
      return field?.kind === 'checkbox' ? formErrors.tick : formErrors.offered;
    case 'UPLOAD_REFUSED':
      return params.code === 'FILE_QUOTA_REACHED' ? forms.fileQuota : formErrors.fileRefused;
    case 'UPLOAD_PENDING':
      return params.state === 'uploading' ? formErrors.uploadWait : formErrors.uploadFailed;
    case 'DISABLED_FORM_ERROR':
      return forms.closed;
    default:
      return error.errorMessage ?? formErrors.rejected;
  }
}

function formatText(format: string, texts: FormErrorTexts): string {
  const { email, url, phone, date, time, dateTime, wrongForm } = texts;
  const byFormat: Readonly<Record<string, string>> = {
    email,
    url,
    uri: url,
    phone,
    date,
    time,
    'date-time': dateTime,
    'vat ID': texts.vatId,
  };
  return byFormat[format] ?? wrongForm;
}

function missingText(field: FieldView | undefined, texts: FormErrorTexts): string {
  switch (field?.kind) {
    case 'checkbox':
      return texts.tick;
    case 'checkboxes':
    case 'tags':
    case 'products':
      return texts.chooseSome;
    case 'files':
      return texts.addFile;
    case 'signature':
      return texts.sign;
    case 'donation':
    case 'radio':
    case 'dropdown':
    case 'rating':
      return texts.chooseOne;
    default:
      return texts.required;
  }
}

const NUMERIC = ['number', 'rating', 'products', 'donation', 'amount'];
const isDate = (field: FieldView | undefined): boolean =>
  ['date', 'datePicker', 'time', 'dateTime'].includes(field?.kind ?? '');
