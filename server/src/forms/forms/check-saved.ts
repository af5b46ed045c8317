import { Field as FieldSchema } from '@portico/contract/forms/field';
import { checkForm, type Field, type FormViolation, repeaterFields } from '@portico/domain';
import { Compile } from 'typebox/compile';
import { ViolationError } from '../../kernel/app-error.ts';
import { patternProblem } from '../engine.ts';
import type { FormDocument } from './document.ts';

/** @throws ViolationError naming, by rule, everything that keeps the form from being stored (forms contract section 5.5) */
export function assertStorable(namespace: string, document: FormDocument, stored?: FormDocument): void {
  const malformed = schemaViolations(document.formFields, 'formFields');
  // what has not the shape of a field cannot be looked at any closer
  const violations =
    malformed.length > 0
      ? malformed
      : [
          ...checkForm({ ...document, namespace }, { patternProblem }),
          ...(stored ? compatibilityViolations(document, stored) : []),
        ];
  if (violations.length === 0) return;
  throw new ViolationError(
    violations.slice(0, 100).map(({ field, description, ruleName, data }) => ({
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
function schemaViolations(fields: readonly Field[], path: string, depth = DEEPEST): FormViolation[] {
  fieldSchema ??= Compile(FieldSchema);
  const check = fieldSchema;
  const wrong = (place: string, description: string): FormViolation => ({
    field: place,
    description,
    ruleName: 'FIELD_SCHEMA_NOT_SUPPORTED',
  });
  if (depth === 0 && fields.length > 0) return [wrong(path, 'repeaters are nested too deep')];
  return fields.flatMap((field, index) => {
    const place = `${path}.${index}`;
    if (!check.Check(field)) {
      return check
        .Errors(field)
        .map((error) => wrong(`${place}${error.instancePath.replaceAll('/', '.')}`, error.message));
    }
    return schemaViolations(
      repeaterFields(field),
      `${place}.inputOptions.objectArrayOptions.repeaterOptions.fields`,
      depth - 1,
    );
  });
}

const DEEPEST = 4;

/** Submissions are stored by target and kind: a field that changed either would no longer fit what it collected. */
function compatibilityViolations(document: FormDocument, stored: FormDocument): FormViolation[] {
  const before = new Map([...stored.deletedFormFields, ...stored.formFields].map((field) => [field.id, field]));
  return document.formFields.flatMap((field, index) => {
    const old = before.get(field.id);
    if (!old?.inputOptions) return [];
    return FIXED.filter(([, read]) => read(field) !== read(old)).map(
      ([name]): FormViolation => ({
        field: `formFields.${index}.inputOptions.${name}`,
        description: 'cannot be changed once the field is made',
        ruleName: 'FIELDS_COMPATIBILITY_ERROR',
      }),
    );
  });
}

const FIXED: readonly [string, (field: Field) => string | undefined][] = [
  ['target', (field) => field.inputOptions?.target],
  ['inputType', (field) => field.inputOptions?.inputType],
  [
    'stringOptions.validation.format',
    (field) => field.inputOptions?.stringOptions?.validation?.format ?? 'UNKNOWN_FORMAT',
  ],
];
