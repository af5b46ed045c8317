/** Checks that the validation rules of a field can be satisfied and evaluated. */
import type { ArrayRules, InputOptions, NumberRules, PropertyRules, StringRules } from '../model.ts';
import { isDateBound } from '../values/check-string.ts';
import { type InputType, stringFormats } from '../vocabulary.ts';
import type { FormCheckOptions } from './form-violation.ts';

/** Returns one sentence for each rule that no value can satisfy or that cannot be evaluated. */
export function findValidationProblems(input: InputOptions, inputType: InputType, options: FormCheckOptions): string[] {
  switch (inputType) {
    case 'STRING':
      return findStringProblems(input.stringOptions?.validation ?? {}, options);
    case 'NUMBER':
      return findNumberProblems(input.numberOptions?.validation ?? {});
    case 'ARRAY':
      return findArrayProblems(input.arrayOptions?.validation ?? {}, options);
    case 'OBJECT':
      return Object.entries(input.objectOptions?.validation?.properties ?? {}).flatMap(([name, property]) =>
        findPropertyProblems(property, options).map((problem) => `${name.slice(0, 50)}: ${problem}`),
      );
    case 'OBJECT_ARRAY':
      return findRangeProblem('minItems', 'maxItems', input.objectArrayOptions?.validation ?? {});
    case 'PAYMENT':
      return findRangeProblem('minItems', 'maxItems', input.paymentOptions?.validation ?? {});
    default:
      return [];
  }
}

function findStringProblems(rules: StringRules, { patternProblem }: FormCheckOptions): string[] {
  const { format = 'UNKNOWN_FORMAT', pattern } = rules;
  const patternError = pattern ? patternProblem(pattern) : null;
  return [
    ...((stringFormats as readonly string[]).includes(format) ? [] : [`there is no format ${format.slice(0, 50)}`]),
    ...(patternError === null ? [] : [`the pattern cannot be run: ${patternError}`]),
    ...findRangeProblem('minLength', 'maxLength', rules),
    ...boundsOf(rules)
      .filter(([kind, bound]) => !isDateBound(kind, bound))
      .map(([, bound]) => `${bound} is neither a value of the format nor $now with an offset`),
  ];
}

const findNumberProblems = (rules: NumberRules): string[] => findRangeProblem('minimum', 'maximum', rules);

function findArrayProblems(rules: ArrayRules, options: FormCheckOptions): string[] {
  const { itemType = 'STRING', stringOptions, numberOptions } = rules.items ?? {};
  return [
    ...(['STRING', 'NUMBER', 'BOOLEAN'].includes(itemType) ? [] : [`there is no item type ${itemType.slice(0, 50)}`]),
    ...findRangeProblem('minItems', 'maxItems', rules),
    ...(stringOptions ? findStringProblems(stringOptions, options) : []),
    ...(numberOptions ? findNumberProblems(numberOptions) : []),
  ];
}

function findPropertyProblems(property: PropertyRules, options: FormCheckOptions): string[] {
  const { propertiesType = 'STRING', stringOptions, numberOptions, arrayOptions } = property;
  return [
    ...(['STRING', 'NUMBER', 'BOOLEAN', 'ARRAY'].includes(propertiesType)
      ? []
      : [`there is no type ${propertiesType.slice(0, 50)}`]),
    ...(stringOptions ? findStringProblems(stringOptions, options) : []),
    ...(numberOptions ? findNumberProblems(numberOptions) : []),
    ...(arrayOptions ? findArrayProblems(arrayOptions, options) : []),
  ];
}

function findRangeProblem<K extends string>(low: K, high: K, rules: { readonly [key in K]?: unknown }): string[] {
  const [min, max] = [rules[low], rules[high]];
  return typeof min === 'number' && typeof max === 'number' && min > max ? [`${low} is greater than ${high}`] : [];
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
