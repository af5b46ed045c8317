/** The options of a choice and the products of a payment, as rows to be edited; what the rows do not show is kept. */
import { choiceComponents, freeChoiceComponents, isObject, optionsOf } from '@portico/domain';
import { choicesOf } from '@portico/react/forms/view/choices';
import type { FormField } from '../draft.ts';
import { valueAt, withValueAt } from '../paths.ts';
import { option } from './field-kinds.ts';
import { blockPath, componentOf, looksPath } from './field-paths.ts';

export type Option = Record<string, unknown> & { label?: string; value?: unknown; default?: boolean };
export type ProductRow = Record<string, unknown> & { id: string };

const CHOICES: readonly string[] = [...choiceComponents, ...freeChoiceComponents];

export const isPayment = (field: FormField): boolean => field.inputOptions?.inputType === 'PAYMENT';
export const isChoice = (field: FormField): boolean => !isPayment(field) && CHOICES.includes(componentOf(field));
/** Several of the options may be chosen. */
export const isList = (field: FormField): boolean => field.inputOptions?.inputType === 'ARRAY';

export const optionsIn = (field: FormField): readonly Option[] => optionsOf(field) as readonly Option[];

/** The options as one selects them, each value once. */
export function choicesIn(field: FormField | undefined): readonly { value: string; label: string }[] {
  const choices = field ? choicesOf(field).map(({ value, label }) => ({ value, label: label || value })) : [];
  return [...new Map(choices.map((choice) => [choice.value, choice])).values()];
}

/** Sets the options, and with them the list of allowed values where the field states one. */
export function withOptions(field: FormField, options: readonly Option[]): FormField {
  const [looks, block] = [looksPath(field), blockPath(field)];
  if (!looks || !block) return field;
  const changed = withValueAt(field, `${looks}.options`, [...options]);
  const path = isList(field)
    ? `${block}.validation.items.${valueAt(field, `${block}.validation.items.itemType`) === 'NUMBER' ? 'numberOptions' : 'stringOptions'}.enum`
    : `${block}.validation.enum`;
  if (!Array.isArray(valueAt(field, path))) return changed;
  return withValueAt(
    changed,
    path,
    options.map(({ value }) => value),
  );
}

/** A new option; its value is its label as long as nobody gave it another. */
export function newOption(options: readonly Option[]): Option {
  for (let number = options.length + 1; ; number++) {
    const label = `Option ${number}`;
    if (!options.some(({ value }) => value === label)) return option(label);
  }
}

/** Another label; the value follows as long as it was the label and is text, and no other option has it. */
export function relabelled(options: readonly Option[], index: number, label: string): Option[] {
  return options.map((option, at) => {
    if (at !== index) return option;
    const follows = option.value === option.label && label.trim() !== '';
    const isTaken = options.some((other, place) => place !== index && other.value === label);
    return { ...option, label, ...(follows && !isTaken ? { value: label } : {}) };
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
    productsIn(field).map((one) => (one.id === id ? withValueAt(one, path, value) : one)),
  );

/** One more product, and the option that names it. */
export function addProduct(field: FormField): FormField {
  const id = crypto.randomUUID();
  const product = { id, productType: 'DIGITAL', priceType: 'FIXED_PRICE', fixedPriceOptions: { price: '10' } };
  const isNamed = componentOf(field) === 'CHECKBOX_GROUP';
  const limit = isNamed ? { quantityLimit: { minimum: 1, maximum: 10 } } : {};
  const products = [...productsIn(field), { ...product, ...limit }];
  const option = isNamed ? { id: crypto.randomUUID(), label: `Product ${products.length}`, value: id } : { value: id };
  return withOptions(withValueAt(field, PRODUCTS, products), [...optionsIn(field), option]);
}

export function removeProduct(field: FormField, id: string): FormField {
  const products = productsIn(field).filter((one) => one.id !== id);
  return withOptions(
    withValueAt(field, PRODUCTS, products),
    optionsIn(field).filter(({ value }) => value !== id),
  );
}
