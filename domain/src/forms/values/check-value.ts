import { type BooleanRules, componentOptions, type Field } from '../model.ts';
import { isInputType } from '../vocabulary.ts';
import { type AddressOptions, checkAddress } from './check-address.ts';
import { checkArray, itemChoicesOf, nonEmptyOrUndefined } from './check-array.ts';
import { checkFiles } from './check-files.ts';
import type { CheckOptions } from './check-options.ts';
import { checkPayment } from './check-payment.ts';
import { checkBoolean, checkNumber } from './check-scalars.ts';
import { checkScheduling } from './check-scheduling.ts';
import { checkBirthdate, checkString } from './check-string.ts';
import { checkObject } from './check-structures.ts';
import { checkVatId } from './check-vat-id.ts';
import { optionValuesOf } from './choices.ts';
import { notCheckableError, type ValueError } from './value-error.ts';

/** Changes that the active rules make to the value check of a field. */
export interface ValueOverrides {
  /** Replaces the field's own list of choices. */
  allowedValues?: readonly unknown[];
  /** Which parts of an address are required. */
  addressFields?: Readonly<Record<string, { required?: boolean } | undefined>>;
}

/** Returns all errors of the value of one field. `checkLevel` checks the rows of a repeater and nested forms. */
export function checkValue(
  value: unknown,
  field: Field,
  path: string,
  options: CheckOptions,
  overrides: ValueOverrides = {},
): ValueError[] {
  const input = field.inputOptions ?? {};
  const allowedValues = nonEmptyOrUndefined(overrides.allowedValues);
  if (!isInputType(input.inputType)) return [notCheckableError(path, input.inputType ?? 'UNKNOWN')];
  switch (input.inputType) {
    case 'STRING': {
      const rules = input.stringOptions?.validation ?? {};
      const allowed = allowedValues ?? nonEmptyOrUndefined(rules.enum) ?? optionValuesOf(field);
      return [...checkString(value, rules, allowed, path, options), ...checkByIdentifier(value, field, path, options)];
    }
    case 'NUMBER': {
      const rules = input.numberOptions?.validation ?? {};
      return checkNumber(value, rules, allowedValues ?? nonEmptyOrUndefined(rules.enum), path);
    }
    case 'BOOLEAN': {
      const rules = input.booleanOptions?.validation ?? {};
      return checkBoolean(value, allowedValues ? { enum: allowedValues as BooleanRules['enum'] } : rules, path);
    }
    case 'ARRAY': {
      const rules = input.arrayOptions?.validation ?? {};
      const choices = allowedValues ?? itemChoicesOf(rules) ?? optionValuesOf(field);
      return checkArray(value, rules, choices, path, options);
    }
    case 'OBJECT': {
      const properties = input.objectOptions?.validation?.properties ?? {};
      const known = field.identifier === VAT_ID ? { ...VAT_ID_PARTS, ...properties } : properties;
      return [...checkObject(value, known, path, options), ...checkByIdentifier(value, field, path, options)];
    }
    case 'WIX_FILE':
      return checkFiles(value, input.wixFileOptions?.validation ?? {}, path);
    case 'ADDRESS': {
      const rules = input.addressOptions?.validation ?? {};
      const fields = overrides.addressFields ? { ...rules.fields, ...overrides.addressFields } : rules.fields;
      const addressOptions: AddressOptions = componentOptions(input.addressOptions);
      return checkAddress(value, { ...rules, fields }, addressOptions, path);
    }
    case 'SCHEDULING':
      return checkScheduling(value, path, options);
    case 'PAYMENT':
      return checkPayment(value, input.paymentOptions?.validation ?? {}, path);
    case 'OBJECT_ARRAY':
      // checkLevel checks the fields of the rows.
      return [];
  }
}

const VAT_ID = 'VAT_ID';
const VAT_ID_PARTS = { id: { propertiesType: 'STRING', required: true }, type: { propertiesType: 'STRING' } };

/** Applies the checks that the field's identifier requires in addition to its rules. */
function checkByIdentifier(value: unknown, field: Field, path: string, options: CheckOptions): ValueError[] {
  switch (field.identifier) {
    case 'CONTACTS_BIRTHDATE':
      return checkBirthdate(value, path, options.now);
    case VAT_ID:
      return checkVatId(value, options.country, path);
    default:
      return [];
  }
}
