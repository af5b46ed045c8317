/** Reads and changes the options of a choice and the products of a payment. Unknown properties are preserved. */
import { choiceComponents, customChoiceComponents, isObject, optionsOf } from '@portico/domain';
import { choicesOf } from '@portico/react/forms/view/choices';
import type { FormField } from '../draft.ts';
import { valueAt, withValueAt } from '../paths.ts';
import { newPlainOption } from './field-kinds.ts';
import { blockPath, componentOf, componentOptionsPath } from './field-paths.ts';

export type Option = Record<string, unknown> & { label?: string; value?: unknown; default?: boolean };
export type ProductRow = Record<string, unknown> & { id: string };

const CHOICE_COMPONENTS: readonly string[] = [...choiceComponents, ...customChoiceComponents];

export const isPayment = (field: FormField): boolean => field.inputOptions?.inputType === 'PAYMENT';
export const isChoice = (field: FormField): boolean =>
  !isPayment(field) && CHOICE_COMPONENTS.includes(componentOf(field));
/** Returns true if visitors may select several options. */
export const allowsMultiple = (field: FormField): boolean => field.inputOptions?.inputType === 'ARRAY';

export const optionsIn = (field: FormField): readonly Option[] => optionsOf(field) as readonly Option[];

/** Returns the options for a select input, without duplicate values. */
export function choicesIn(field: FormField | undefined): readonly { value: string; label: string }[] {
  const choices = field ? choicesOf(field).map(({ value, label }) => ({ value, label: label || value })) : [];
  return [...new Map(choices.map((choice) => [choice.value, choice])).values()];
}

/** Sets the options, and the list of allowed values if the field has one. */
export function withOptions(field: FormField, options: readonly Option[]): FormField {
  const [optionsPath, block] = [componentOptionsPath(field), blockPath(field)];
  if (!optionsPath || !block) return field;
  const changed = withValueAt(field, `${optionsPath}.options`, [...options]);
  const path = allowsMultiple(field)
    ? `${block}.validation.items.${valueAt(field, `${block}.validation.items.itemType`) === 'NUMBER' ? 'numberOptions' : 'stringOptions'}.enum`
    : `${block}.validation.enum`;
  if (!Array.isArray(valueAt(field, path))) return changed;
  return withValueAt(
    changed,
    path,
    options.map(({ value }) => value),
  );
}

/** Creates an option whose label and value are not used yet. */
export function newOption(options: readonly Option[]): Option {
  for (let number = options.length + 1; ; number++) {
    const label = `Option ${number}`;
    if (!options.some(({ value }) => value === label)) return newPlainOption(label);
  }
}

/** Changes a label. The value changes too if it equals the old label and no other option has the new value. */
export function withLabel(options: readonly Option[], index: number, label: string): Option[] {
  return options.map((option, position) => {
    if (position !== index) return option;
    const valueMatchesLabel = option.value === option.label && label.trim() !== '';
    const isTaken = options.some((other, i) => i !== index && other.value === label);
    return { ...option, label, ...(valueMatchesLabel && !isTaken ? { value: label } : {}) };
  });
}

export function productsIn(field: FormField): readonly ProductRow[] {
  const products: unknown = field.inputOptions?.paymentOptions?.validation?.products;
  return Array.isArray(products) ? (products.filter(isObject) as ProductRow[]) : [];
}

const PRODUCTS = 'inputOptions.paymentOptions.validation.products';

export const withProduct = (field: FormField, id: string, path: string, value: unknown): FormField =>
  withValueAt(
    field,
    PRODUCTS,
    productsIn(field).map((product) => (product.id === id ? withValueAt(product, path, value) : product)),
  );

/** Adds a product and the option that names it. */
export function addProduct(field: FormField): FormField {
  const id = crypto.randomUUID();
  const product = { id, productType: 'DIGITAL', priceType: 'FIXED_PRICE', fixedPriceOptions: { price: '10' } };
  const isNamed = componentOf(field) === 'CHECKBOX_GROUP';
  const limit = isNamed ? { quantityLimit: { minimum: 1, maximum: 10 } } : {};
  const products = [...productsIn(field), { ...product, ...limit }];
  const option = isNamed ? { id: crypto.randomUUID(), label: `Product ${products.length}`, value: id } : { value: id };
  return withOptions(withValueAt(field, PRODUCTS, products), [...optionsIn(field), option]);
}

/** Removes a product and its option. */
export function removeProduct(field: FormField, id: string): FormField {
  const products = productsIn(field).filter((product) => product.id !== id);
  return withOptions(
    withValueAt(field, PRODUCTS, products),
    optionsIn(field).filter(({ value }) => value !== id),
  );
}
