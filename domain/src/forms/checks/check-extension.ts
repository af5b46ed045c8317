import { type Field, targetOf } from '../model.ts';
import { type FormCheckOptions, type FormToCheck, type FormViolation, violation } from './form-violation.ts';

/**
 * Reports the removal of parts that a change must preserve. Every form keeps its namespace rules (`namespaceRule`). An
 * extension also keeps the fields and contact mappings of the form that it extends.
 */
export function checkExtension(form: FormToCheck, { stored, forms }: FormCheckOptions): FormViolation[] {
  if (!stored) return [];
  const ruleViolations = findMissingRules(form, stored);
  if (form.kind !== 'EXTENSION' || typeof form.sourceFormId !== 'string') return ruleViolations;
  const source = forms?.get(form.sourceFormId);
  if (!source || source.kind === 'EXTENSION') {
    const description = source ? 'an extension cannot be extended' : 'the extended form does not exist';
    return [violation('sourceFormId', description, 'TEMPLATE_NOT_EXTENDABLE'), ...ruleViolations];
  }
  return [...findMissingFields(form, source), ...findMissingMappings(form, source), ...ruleViolations];
}

function findMissingRules(form: FormToCheck, stored: FormToCheck): FormViolation[] {
  const ruleIds = new Set((form.formRules ?? []).map((rule) => rule.id));
  const ids = (stored.formRules ?? [])
    .filter((rule) => rule.namespaceRule === true && !ruleIds.has(rule.id))
    .map((rule) => rule.id);
  if (ids.length === 0) return [];
  return [violation('formRules', 'namespace rules cannot be removed', 'MISSING_FORM_RULES', { ids })];
}

function findMissingFields(form: FormToCheck, source: FormToCheck): FormViolation[] {
  const targets = targetsOf(form);
  const missing = (source.formFields ?? []).flatMap((field) => {
    const target = targetOf(field);
    return target && !targets.has(target) ? [target] : [];
  });
  if (missing.length === 0) return [];
  const description = 'fields of the extended form cannot be removed';
  return [violation('formFields', description, 'MISSING_FORM_FIELDS', { targets: missing.slice(0, 100) })];
}

function findMissingMappings(form: FormToCheck, source: FormToCheck): FormViolation[] {
  const targets = targetsOf(form);
  const changedTargets = (source.formFields ?? []).flatMap((field) => {
    const target = targetOf(field);
    const formField = target ? targets.get(target) : undefined;
    return formField && mappingOf(field) && mappingOf(formField) !== mappingOf(field) ? [target as string] : [];
  });
  if (changedTargets.length === 0) return [];
  const description = 'contact mappings of the extended form cannot be changed or removed';
  return [
    violation('formFields', description, 'MISSING_FORM_CONTACT_MAPPINGS', { targets: changedTargets.slice(0, 100) }),
  ];
}

const mappingOf = (field: Field): string | undefined => field.inputOptions?.contactMapping?.contactField;

const targetsOf = ({ formFields = [] }: FormToCheck): Map<string, Field> =>
  new Map(formFields.flatMap((field) => (targetOf(field) ? [[targetOf(field) as string, field] as const] : [])));
