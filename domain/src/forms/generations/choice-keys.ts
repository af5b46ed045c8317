/**
 * Converts the options of a choice between both generations of the vendor's format. The earlier one stores preselected
 * values separately, and the settings of the "other" answer in flat properties.
 */
import { isObject } from '../model.ts';

type Json = Record<string, unknown>;

/** Components with several values. The viewer expects a list of preselected values, even an empty one. */
const MULTIPLE_CHOICE_COMPONENTS = ['CHECKBOX_GROUP', 'TAGS', 'SERVICES_CHECKBOX_GROUP'];

const isChoice = (options: Readonly<Json>): boolean => Array.isArray(options.options);

const COLUMNS = ['ZERO', 'ONE', 'TWO', 'THREE'];

export function toChoiceView(component: string, options: Readonly<Json>): Json {
  if (!isChoice(options)) return { ...options };
  const { options: list, customOption, numberOfColumns, ...rest } = options;
  const items = (list as unknown[]).filter(isObject);
  const preselectedValues = items.filter((item) => item.default === true).map((item) => item.value);
  const custom = isObject(customOption) ? customOption : null;
  const isMultiple = MULTIPLE_CHOICE_COMPONENTS.includes(component);
  return {
    ...rest,
    options: items.map(({ default: _, ...item }) => item),
    addOther: custom !== null,
    ...(custom?.label === undefined ? {} : { addOtherLabel: custom.label }),
    ...(custom?.placeholder === undefined ? {} : { addOtherPlaceholder: custom.placeholder }),
    ...(numberOfColumns === undefined ? {} : { numberOfColumns: columnsOf(numberOfColumns) }),
    ...(preselectedValues.length === 0 && !isMultiple
      ? {}
      : { defaultValue: isMultiple ? preselectedValues : preselectedValues[0] }),
  };
}

/**
 * Converts the number of columns from the current generation, where it is a name, to the number of the earlier one.
 * Returns other values unchanged.
 */
function columnsOf(columnsName: unknown): unknown {
  const columns = COLUMNS.indexOf(columnsName as string);
  return columns === -1 ? columnsName : columns;
}

export function fromChoiceView(view: Readonly<Json>): Json {
  if (!isChoice(view)) return { ...view };
  const { options: list, addOther, addOtherLabel, addOtherPlaceholder, defaultValue, numberOfColumns, ...rest } = view;
  const preselected = Array.isArray(defaultValue) ? defaultValue : [defaultValue];
  return {
    ...rest,
    options: (list as unknown[]).map((item) =>
      isObject(item) && item.value !== undefined && preselected.includes(item.value)
        ? { ...item, default: true }
        : item,
    ),
    ...(numberOfColumns === undefined
      ? {}
      : { numberOfColumns: COLUMNS[numberOfColumns as number] ?? numberOfColumns }),
    ...(addOther === true
      ? {
          customOption: {
            ...(addOtherLabel === undefined ? {} : { label: addOtherLabel }),
            ...(addOtherPlaceholder === undefined ? {} : { placeholder: addOtherPlaceholder }),
          },
        }
      : {}),
  };
}
