/** Options of a choice in both generations: the earlier one keeps the preselected values apart, and the "other" answer flat. */
import { isObject } from '../model.ts';

/** Components whose choice is several values. */
const SEVERAL = ['CHECKBOX_GROUP', 'TAGS', 'SERVICES_CHECKBOX_GROUP'];

const isChoice = (options: Readonly<Record<string, unknown>>): boolean => Array.isArray(options.options);

export function toChoiceView(component: string, options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (!isChoice(options)) return { ...options };
  const { options: list, customOption, ...rest } = options;
  const items = (list as unknown[]).filter(isObject);
  const preselected = items.filter((item) => item.default === true).map((item) => item.value);
  const custom = isObject(customOption) ? customOption : null;
  return {
    ...rest,
    options: items.map(({ default: _, ...item }) => item),
    addOther: custom !== null,
    ...(custom?.label === undefined ? {} : { addOtherLabel: custom.label }),
    ...(custom?.placeholder === undefined ? {} : { addOtherPlaceholder: custom.placeholder }),
    ...(preselected.length === 0 ? {} : { defaultValue: SEVERAL.includes(component) ? preselected : preselected[0] }),
  };
}

export function fromChoiceView(view: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (!isChoice(view)) return { ...view };
  const { options: list, addOther, addOtherLabel, addOtherPlaceholder, defaultValue, ...rest } = view;
  const preselected = Array.isArray(defaultValue) ? defaultValue : [defaultValue];
  return {
    ...rest,
    options: (list as unknown[]).map((item) =>
      isObject(item) && preselected.includes(item.value) ? { ...item, default: true } : item,
    ),
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
