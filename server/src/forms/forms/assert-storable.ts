import { Field as FieldSchema } from '@portico/contract/forms/field';
import {
  checkForm,
  type Field,
  type FormToCheck,
  type FormViolation,
  formLimits,
  isObject,
  listReferencedForms,
  repeaterFields,
  violation,
} from '@portico/domain';
import { Compile } from 'typebox/compile';
import { ViolationError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid } from '../../kernel/ids.ts';
import { findPatternProblem } from '../engine.ts';
import type { FormDocument } from './document.ts';
import { listFormsById } from './store.ts';

/** Bounds the response to a hostile request. */
const MAX_VIOLATIONS = 100;

/**
 * Checks a form before it is stored.
 * @param stored the form before the change, absent for a new form
 * @throws ViolationError with every violation of the rules for forms (forms contract section 5.5)
 */
export async function assertStorable(
  ctx: SiteCtx,
  namespace: string,
  document: FormDocument,
  stored?: FormDocument,
): Promise<void> {
  requireNoViolations(await findFormViolations(ctx, { ...document, namespace }, stored));
}

async function findFormViolations(
  ctx: SiteCtx,
  form: FormDocument & FormToCheck,
  stored: FormDocument | undefined,
): Promise<FormViolation[]> {
  const malformed = findSchemaViolations(form.formFields, 'formFields');
  // The other checks assume that fields have the type of the schema.
  if (malformed.length > 0) return malformed;
  const ids = listReferencedForms(form).filter(isGuid);
  const rows = ids.length > 0 ? await listFormsById(ctx.db, ctx.site.id, ids.slice(0, formLimits.fields)) : [];
  return checkForm(form, {
    patternProblem: findPatternProblem,
    limits: ctx.site.settings.forms.limits,
    forms: new Map(rows.map((row) => [row.id, row.document as FormToCheck])),
    ...(stored ? { stored: stored as FormToCheck } : {}),
  });
}

/** @throws ViolationError unless the list is empty. Paths start at the request's `form`. */
export function requireNoViolations(violations: readonly FormViolation[]): void {
  if (violations.length === 0) return;
  throw new ViolationError(
    violations.slice(0, MAX_VIOLATIONS).map(({ field, description, ruleName, data }) => ({
      field: field === 'form' ? field : `form.${field}`,
      description,
      violatedRule: 'OTHER',
      ruleName,
      data: data ?? {},
    })),
  );
}

let fieldSchema: ReturnType<typeof Compile<typeof FieldSchema>> | undefined;

/**
 * Checks fields against the contract's schema. The schema of the request does not cover all of them: fields of the
 * earlier generation are converted, and the fields of repeaters are nested.
 */
function findSchemaViolations(
  fields: readonly Field[],
  path: string,
  depth: number = formLimits.nesting,
): FormViolation[] {
  fieldSchema ??= Compile(FieldSchema);
  const check = fieldSchema;
  const unsupported = (fieldPath: string, description: string): FormViolation =>
    violation(fieldPath, description, 'FIELD_SCHEMA_NOT_SUPPORTED');
  if (depth === 0 && fields.length > 0) {
    return [unsupported(path, `must not be nested in more than ${formLimits.nesting} repeaters`)];
  }
  return fields.flatMap((field, index) => {
    const fieldPath = `${path}.${index}`;
    if (!isObject(field)) return [unsupported(fieldPath, 'must be a field')];
    const isField: boolean = check.Check(field);
    if (!isField) {
      return check
        .Errors(field)
        .slice(0, MAX_VIOLATIONS)
        .map((error) => unsupported(`${fieldPath}${error.instancePath.replaceAll('/', '.')}`, error.message));
    }
    return findSchemaViolations(
      repeaterFields(field),
      `${fieldPath}.inputOptions.objectArrayOptions.repeaterOptions.fields`,
      depth - 1,
    );
  });
}
