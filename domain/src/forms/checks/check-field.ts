import { blockName, type Field, isObject, repeaterFields } from '../model.ts';
import { displayFieldTypes, formLimits, isInputType } from '../vocabulary.ts';
import { findComponentProblems, findOptionProblems } from './check-component.ts';
import { checkPaymentField } from './check-products.ts';
import { checkFieldContent } from './check-rich-content.ts';
import { findValidationProblems } from './check-validation.ts';
import type { FormCheckOptions, FormViolation } from './form-violation.ts';

/** A target starts with a letter, followed by letters, digits and single underscores. */
const TARGET_PATTERN = /^[a-zA-Z](?:_?[a-zA-Z0-9])*_?$/;

/**
 * The maximum depth is one level less than in a submission, so that a form with repeaters can also be a nested form.
 */
const MAX_DEPTH = formLimits.nesting - 1;

/** Returns every violation of a field (forms contract sections 3 and 5.5). */
export function checkField(
  field: Field,
  path: string,
  options: FormCheckOptions,
  depth: number = MAX_DEPTH,
): FormViolation[] {
  const unsupported = (suffix: string, description: string): FormViolation => ({
    field: `${path}${suffix}`,
    description,
    ruleName: 'FIELD_SCHEMA_NOT_SUPPORTED',
    data: { ids: [field.id], violations: [description] },
  });
  const input = field.inputOptions;
  if (!input) {
    return [
      ...findDisplayProblems(field).map((problem) => unsupported('.displayOptions', problem)),
      ...checkFieldContent(field, undefined, `${path}.displayOptions`),
    ];
  }
  const { inputType } = input;
  if (!isInputType(inputType)) {
    return [
      ...checkTarget(input.target, path),
      unsupported('.inputOptions.inputType', `there is no input type ${inputType?.slice(0, 50) ?? '(none)'}`),
    ];
  }
  const name = blockName(inputType);
  const block = input[name];
  const blockPath = `.inputOptions.${name}`;
  const rows = repeaterFields(field);
  return [
    ...checkTarget(input.target, path),
    ...findComponentProblems(inputType, block).map((problem) => unsupported(`${blockPath}.componentType`, problem)),
    ...findOptionProblems(input, inputType).map((problem) => unsupported(`${blockPath}.options`, problem)),
    ...findValidationProblems(input, inputType, options).map((problem) =>
      unsupported(`${blockPath}.validation`, problem),
    ),
    ...(inputType === 'PAYMENT' ? checkPaymentField(field, `${path}${blockPath}`) : []),
    ...checkFieldContent(field, block, `${path}${blockPath}`),
    ...(rows.length > 0 && depth === 1
      ? [unsupported(blockPath, 'repeaters are nested too deep')]
      : checkRow(rows, `${path}${blockPath}.repeaterOptions.fields`, options, depth - 1)),
  ];
}

/** Checks the fields of a repeater row like other fields, and checks that no target occurs twice. */
function checkRow(fields: readonly unknown[], path: string, options: FormCheckOptions, depth: number): FormViolation[] {
  const seen = new Set<string>();
  return fields.flatMap((field, index): FormViolation[] => {
    const elementPath = `${path}.${index}`;
    if (!isObject(field)) {
      return [{ field: elementPath, description: 'must be a field', ruleName: 'FIELD_SCHEMA_NOT_SUPPORTED' }];
    }
    const { target } = (field as Field).inputOptions ?? {};
    const isDuplicate = target !== undefined && seen.has(target);
    if (target !== undefined) seen.add(target);
    return [
      ...checkField(field as Field, elementPath, options, depth),
      ...(isDuplicate
        ? [
            {
              field: `${elementPath}.inputOptions.target`,
              description: `${target} is used twice`,
              ruleName: 'DUPLICATED_FIELD_TARGETS' as const,
              data: { value: target },
            },
          ]
        : []),
    ];
  });
}

function findDisplayProblems({ displayOptions }: Field): string[] {
  const type = displayOptions?.displayFieldType;
  if ((displayFieldTypes as readonly unknown[]).includes(type)) return [];
  return [`there is no display field type ${type ?? '(none)'}`];
}

function checkTarget(target: string | undefined, path: string): FormViolation[] {
  const field = `${path}.inputOptions.target`;
  if (!target) return [{ field, description: 'must be present', ruleName: 'MISSING_FIELD_TARGETS' }];
  if (TARGET_PATTERN.test(target) && target.length <= formLimits.targetLength) return [];
  const description = `${target.slice(0, 50)} must start with a letter and contain only letters, digits and single underscores`;
  return [{ field, description, ruleName: 'UNSUPPORTED_FIELD_TARGETS_NAME', data: { target, targets: [target] } }];
}
