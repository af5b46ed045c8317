/** What a form asks, read from its present generation of fields (forms contract, section 4). */
import type { SiteForm } from './queries.ts';

type FormField = SiteForm['formFields'][number];

export interface AskedField {
  readonly id: string;
  /** the key of its value in a submission */
  readonly target: string;
  readonly label: string;
  readonly kind: string;
  readonly isRequired: boolean;
  /** labels of the choices, by value */
  readonly options: ReadonlyMap<string, string>;
}

/** The fields that take a value, in their order. */
export const askedFields = (form: Pick<SiteForm, 'formFields'>): readonly AskedField[] =>
  form.formFields.flatMap((field) => asked(field) ?? []);

function asked(field: FormField): AskedField | null {
  const input = field.inputOptions;
  if (!input?.target) return null;
  const block = partOf(input, input.inputType);
  const looks = partOf(block, textOf(block.componentType));
  return {
    id: field.id ?? input.target,
    target: input.target,
    label: plainText(looks.label) || input.target,
    kind: kindOf(textOf(input.inputType), textOf(block.componentType), objectOf(block.validation)),
    isRequired: input.required === true,
    options: optionsOf(looks.options),
  };
}

/** A submitted value as text for people. */
export function valueText(field: AskedField | undefined, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map((one) => valueText(field, one)).join(', ');
  if (typeof value === 'object') {
    const { displayName, formatted, url } = value as Record<string, unknown>;
    const named = textOf(displayName) || textOf(formatted) || textOf(url);
    const parts = Object.values(value).map((part) => valueText(field, part));
    return named || parts.filter(Boolean).join(', ');
  }
  return field?.options.get(String(value)) ?? String(value);
}

/** The text of a label, which may be a Ricos document. */
function plainText(label: unknown): string {
  if (typeof label === 'string') return label.trim();
  const { nodes, textData } = objectOf(label);
  if (typeof objectOf(textData).text === 'string') return String(objectOf(textData).text);
  return Array.isArray(nodes) ? nodes.map(plainText).join(' ').trim() : '';
}

function kindOf(inputType: string, componentType: string, validation: Record<string, unknown>): string {
  if (inputType === 'STRING') {
    const format = textOf(validation.format);
    if (format === 'EMAIL') return 'E-mail';
    if (format && format !== 'UNKNOWN_FORMAT') return titleCase(format);
    return componentType === 'TEXT_INPUT' ? 'Text' : titleCase(componentType);
  }
  return componentType ? titleCase(componentType) : titleCase(inputType);
}

function optionsOf(options: unknown): ReadonlyMap<string, string> {
  if (!Array.isArray(options)) return new Map();
  return new Map(
    options.map((option) => {
      const { value, label } = objectOf(option);
      return [String(value), plainText(label) || String(value)];
    }),
  );
}

/** `STRING` → the object at `stringOptions` */
function partOf(holder: unknown, name: string | undefined): Record<string, unknown> {
  const camel = (name ?? '').toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return objectOf(objectOf(holder)[`${camel}Options`]);
}

const titleCase = (name: string): string => (name[0] ?? '') + name.slice(1).toLowerCase().replaceAll('_', ' ');
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
