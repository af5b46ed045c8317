/**
 * Runs the vendor's validator and rules as its React components do. The module does not export them, so its source is
 * executed with one additional line that exports the inner functions.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { compileFunction } from 'node:vm';
import { addressTemplates, type Field, type FormRule, toFormField, type ValueError } from '@portico/domain';

interface Validator {
  validate: (formId: string, values: object) => { errors: ValueError[] };
  /** Converts the errors that the checks find to the errors that the vendor's components show. */
  deriveErrors: unknown;
}
interface ValidatorModule {
  getFormValidator: (form: object, templates: { template: object }[]) => Promise<Validator>;
  runAdditionalValidation: (values: object) => Record<string, ValueError>;
  transformFieldToV1: (field: Field) => object;
  evaluateOverrideConditionFactory: (now: () => Date) => (rule: FormRule, values: object) => boolean;
  isFormRuleValid: (rule: FormRule, form: object) => boolean;
}

const require = createRequire(import.meta.url);
const file = require.resolve('@wix/form-public');
const names =
  'getFormValidator, runAdditionalValidation, transformFieldToV1, evaluateOverrideConditionFactory, isFormRuleValid';
const module = { exports: {} as { inner: ValidatorModule } };
const run = compileFunction(
  `${readFileSync(file, 'utf8')}\nmodule.exports.inner = { ${names} };`,
  ['module', 'exports', 'require', '__filename', '__dirname'],
  { filename: file },
);
run(module, module.exports, createRequire(file), file, dirname(file));
const { inner } = module.exports;

interface Form {
  formFields?: readonly Field[];
  nestedForms?: readonly { targets?: readonly string[]; form?: Form }[];
  enabled?: boolean;
  limitationRule?: object;
}

const FORM_ID = '0b1f7a0e-0000-4000-8000-000000000001';

/** Returns the errors that the vendor's validator finds, before `deriveErrors` converts them for display. */
export async function listVendorErrors(form: Form, values: object): Promise<ValueError[]> {
  const converted = {
    ...toVendorForm(form),
    id: FORM_ID,
    properties: { disabled: form.enabled === false },
    limitationRule: form.limitationRule,
  };
  const templates = [...addressTemplates.values()].map((template) => ({ template }));
  const validator = await inner.getFormValidator(converted, templates);
  validator.deriveErrors = (_id: string, errors: ValueError[]) => errors;
  const { errors } = validator.validate(FORM_ID, values);
  const more = inner.runAdditionalValidation({ form: converted, values, externalData: {} });
  return [...errors, ...Object.values(more)];
}

function toVendorForm({ formFields = [], nestedForms = [] }: Form): object {
  const nested = new Map(nestedForms.flatMap(({ targets = [], form }) => targets.map((target) => [target, form])));
  return {
    fields: formFields.map((field) => ({
      ...toFormField(field),
      ...(nested.has(field.inputOptions?.target ?? '') ? { nestedFormId: FORM_ID } : {}),
    })),
    nestedForms: nestedForms.map(({ targets, form }) => ({ targets, form: toVendorForm(form ?? {}) })),
  };
}

/** Returns true if the vendor's viewer would apply the rule. `values` has field ids as keys. */
export const appliesInVendorViewer = (rule: FormRule, form: object, values: object, now: Date): boolean =>
  inner.isFormRuleValid(rule, form) && inner.evaluateOverrideConditionFactory(() => now)(rule, values);
