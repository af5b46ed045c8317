import { blockName, componentOptions, type Field, isObject, repeaterFields, type StringRules } from '../model.ts';
import { isDateBound } from '../values/check-string.ts';
import {
  choiceComponents,
  componentsByInputType,
  displayFieldTypes,
  formLimits,
  isInputType,
  stringFormats,
} from '../vocabulary.ts';
import type { FormCheckOptions, FormViolation } from './form-violation.ts';

/** Starts with a letter; letters, digits and single underscores. */
const TARGET = /^[a-zA-Z](?:_?[a-zA-Z0-9])*_?$/;

/** Everything that keeps a field from being stored (forms contract sections 3 and 5.5). */
export function checkField(field: Field, path: string, options: FormCheckOptions): FormViolation[] {
  const unsupported = (place: string, description: string): FormViolation => ({
    field: `${path}${place}`,
    description,
    ruleName: 'FIELD_SCHEMA_NOT_SUPPORTED',
  });
  const input = field.inputOptions;
  if (!input) return displayProblems(field).map((problem) => unsupported('.displayOptions', problem));

  const { inputType } = input;
  if (!isInputType(inputType)) {
    return [
      ...targetViolations(input.target, path),
      unsupported('.inputOptions.inputType', `there is no input type ${inputType ?? '(none)'}`),
    ];
  }
  const name = blockName(inputType);
  const block = input[name] as { componentType?: string; validation?: StringRules } | undefined;
  const place = `.inputOptions.${name}`;
  return [
    ...targetViolations(input.target, path),
    ...componentProblems(inputType, block?.componentType).map((problem) =>
      unsupported(`${place}.componentType`, problem),
    ),
    ...optionProblems(block).map((problem) => unsupported(`${place}.options`, problem)),
    ...repeaterFields(field).flatMap((inner, index) =>
      checkField(inner, `${path}${place}.repeaterOptions.fields.${index}`, options),
    ),
    ...(inputType === 'STRING' ? stringProblems(block?.validation ?? {}, options) : []).map((problem) =>
      unsupported(`${place}.validation`, problem),
    ),
  ];
}

function displayProblems({ displayOptions }: Field): string[] {
  const type = displayOptions?.displayFieldType;
  if ((displayFieldTypes as readonly unknown[]).includes(type)) return [];
  return [`there is no display field type ${type ?? '(none)'}`];
}

function targetViolations(target: string | undefined, path: string): FormViolation[] {
  const field = `${path}.inputOptions.target`;
  if (!target) return [{ field, description: 'must be present', ruleName: 'MISSING_FIELD_TARGETS' }];
  if (TARGET.test(target) && target.length <= formLimits.targetLength) return [];
  const description = `${target.slice(0, 50)} must start with a letter and hold letters, digits and single underscores`;
  return [{ field, description, ruleName: 'UNSUPPORTED_FIELD_TARGETS_NAME', data: { target } }];
}

function componentProblems(inputType: keyof typeof componentsByInputType, component: string | undefined): string[] {
  const known: readonly string[] = componentsByInputType[inputType];
  if (known.length === 0 || (component !== undefined && known.includes(component))) return [];
  return [`there is no component ${component ?? '(none)'} for ${inputType}`];
}

/** The hosted service silently turns a choice with malformed options into a text box; here it is said. */
function optionProblems(block: { componentType?: string; validation?: StringRules } | undefined): string[] {
  if (!(choiceComponents as readonly unknown[]).includes(block?.componentType)) return [];
  const { options, customOption } = componentOptions(block);
  const hasOtherSource = isObject(customOption) || (block?.validation?.enum?.length ?? 0) > 0;
  if (options === undefined && hasOtherSource) return [];
  if (!Array.isArray(options)) return ['the options must be a list'];
  if (options.length === 0 && !hasOtherSource) return ['there must be at least one option'];
  const values = options.map((option) => (isObject(option) ? option.value : undefined));
  const malformed = options.findIndex(
    (option, index) => !isObject(option) || !isValue(values[index]) || !isLabel(option),
  );
  if (malformed !== -1) return [`option ${malformed} must be an object with a value and, if any, a label as text`];
  return new Set(values).size === values.length ? [] : ['two options have the same value'];
}

const isValue = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '' && value.length <= formLimits.textLength) ||
  typeof value === 'number' ||
  typeof value === 'boolean';

const isLabel = ({ label }: Record<string, unknown>): boolean =>
  label === undefined || (typeof label === 'string' && label.length <= 400);

function stringProblems(rules: StringRules, { patternProblem }: FormCheckOptions): string[] {
  const { format = 'UNKNOWN_FORMAT', pattern, minLength, maxLength } = rules;
  const wrongPattern = pattern ? patternProblem(pattern) : null;
  return [
    ...((stringFormats as readonly string[]).includes(format) ? [] : [`there is no format ${format}`]),
    ...(wrongPattern === null ? [] : [`the pattern cannot be run: ${wrongPattern}`]),
    ...(minLength !== undefined && maxLength !== undefined && minLength > maxLength
      ? ['minLength is greater than maxLength']
      : []),
    ...boundsOf(rules)
      .filter(([kind, bound]) => !isDateBound(kind, bound))
      .map(([, bound]) => `${bound} is neither a value of the format nor $now with an offset`),
  ];
}

const boundsOf = (rules: StringRules): [string, string][] =>
  (
    [
      ['DATE', rules.dateOptions],
      ['DATE_TIME', rules.dateTimeOptions],
      ['TIME', rules.timeOptions],
      ['DATE_OPTIONAL_TIME', rules.dateOptionalTimeOptions],
    ] as const
  ).flatMap(([kind, bounds]) =>
    [bounds?.minimum, bounds?.maximum].flatMap((bound) => (bound ? [[kind, bound] as [string, string]] : [])),
  );
