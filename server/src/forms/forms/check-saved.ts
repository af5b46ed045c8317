import { Field as FieldSchema } from '@portico/contract/forms/field';
import {
  checkForm,
  type Field,
  type FormToCheck,
  type FormViolation,
  formLimits,
  isObject,
  referencedFormIds,
  repeaterFields,
  violation,
} from '@portico/domain';
import { Compile } from 'typebox/compile';
import { ViolationError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid } from '../../kernel/ids.ts';
import { patternProblem } from '../engine.ts';
import type { FormDocument } from './document.ts';
import { listFormsById } from './store.ts';

/** more would only make a huge answer to a hostile request */
const MOST_VIOLATIONS = 100;

/**
 * @param stored the form before the change; absent when it is made
 * @throws ViolationError naming, by rule, everything that keeps the form from being stored (forms contract section 5.5)
 */
export async function assertStorable(
  ctx: SiteCtx,
  namespace: string,
  document: FormDocument,
  stored?: FormDocument,
): Promise<void> {
  refuseForm(await formViolations(ctx, { ...document, namespace }, stored));
}

async function formViolations(
  ctx: SiteCtx,
  form: FormDocument & FormToCheck,
  stored: FormDocument | undefined,
): Promise<FormViolation[]> {
  const malformed = schemaViolations(form.formFields, 'formFields');
  // what has not the shape of a field cannot be looked at any closer
  if (malformed.length > 0) return malformed;
  const ids = referencedFormIds(form).filter(isGuid);
  const rows = ids.length > 0 ? await listFormsById(ctx.db, ctx.site.id, ids.slice(0, formLimits.fields)) : [];
  return checkForm(form, {
    patternProblem,
    limits: ctx.site.settings.forms.limits,
    forms: new Map(rows.map((row) => [row.id, row.document as FormToCheck])),
    ...(stored ? { stored: stored as FormToCheck } : {}),
  });
}

/** @throws ViolationError when there is anything to name; places are those of the request's `form` */
export function refuseForm(violations: readonly FormViolation[]): void {
  if (violations.length === 0) return;
  throw new ViolationError(
    violations.slice(0, MOST_VIOLATIONS).map(({ field, description, ruleName, data }) => ({
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
 * Fields that reached the form by another way than the contract's own schema (the earlier generation, the rows of a
 * repeater) are held to it here, so that the engine meets only what it was written for.
 */
function schemaViolations(fields: readonly Field[], path: string, depth: number = formLimits.nesting): FormViolation[] {
  fieldSchema ??= Compile(FieldSchema);
  const check = fieldSchema;
  const wrong = (place: string, description: string): FormViolation =>
    violation(place, description, 'FIELD_SCHEMA_NOT_SUPPORTED');
  if (depth === 0 && fields.length > 0) return [wrong(path, 'repeaters are nested too deep')];
  return fields.flatMap((field, index) => {
    const place = `${path}.${index}`;
    if (!isObject(field)) return [wrong(place, 'must be a field')];
    const isField: boolean = check.Check(field);
    if (!isField) {
      return check
        .Errors(field)
        .slice(0, MOST_VIOLATIONS)
        .map((error) => wrong(`${place}${error.instancePath.replaceAll('/', '.')}`, error.message));
    }
    return schemaViolations(
      repeaterFields(field),
      `${place}.inputOptions.objectArrayOptions.repeaterOptions.fields`,
      depth - 1,
    );
  });
}
