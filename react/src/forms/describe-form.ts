/** A form as components show it: one plain view a field, in the order of its layout (forms contract section 4). */
import { blockName, componentOptions, type Field, type FormSchema, type InputOptions } from '@portico/domain';
import { en, type Texts } from '../texts/index.ts';

export type FieldKind =
  | 'text'
  | 'textarea'
  | 'email'
  | 'phone'
  | 'url'
  | 'password'
  | 'date'
  | 'time'
  | 'dateTime'
  | 'number'
  | 'rating'
  | 'radio'
  | 'dropdown'
  | 'checkbox'
  | 'checkboxes'
  | 'richContent'
  | 'unsupported';

export interface Choice {
  readonly label: string;
  readonly value: string;
}

export interface FieldView {
  readonly id: string;
  readonly kind: FieldKind;
  /** name of the input and key of the value; '' for what only shows */
  readonly target: string;
  readonly label: string;
  readonly showLabel: boolean;
  /** rich content under the label, or what a richContent field shows */
  readonly content: unknown;
  readonly placeholder: string;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly hidden: boolean;
  readonly choices: readonly Choice[];
  /** label of the choice that lets people write their own; null where there is none */
  readonly customChoice: string | null;
  /** value at the beginning, as an input takes it */
  readonly initial: string | readonly string[];
  /** what the browser may fill in (WCAG 1.3.5) */
  readonly autoComplete: string | undefined;
  readonly minimum: number | string | undefined;
  readonly maximum: number | string | undefined;
  readonly step: number | undefined;
  readonly maxLength: number | undefined;
  /** whether both answers of a checkbox are allowed; a box that must be ticked has only one */
  readonly falseAllowed: boolean;
}

export interface FormView {
  readonly fields: readonly FieldView[];
  readonly submitText: string;
}

/** What a form needs to be shown: the engine's part and its layout. */
export interface ShownForm extends FormSchema {
  readonly steps?: readonly { readonly layout?: { readonly large?: { readonly items?: readonly unknown[] } } }[];
}

/** Stars of a rating that names no highest one. */
const DEFAULT_STARS = 5;

/** @param texts for what the form itself leaves unsaid, English unless they are given */
export function describeForm(form: ShownForm, texts: Texts = en): FormView {
  const fields = inLayoutOrder(form);
  const button = fields.find((field) => field.displayOptions?.displayFieldType === 'PAGE_NAVIGATION');
  const navigation = button?.displayOptions?.pageNavigationOptions as { submitText?: string } | undefined;
  return {
    fields: fields.filter((field) => field !== button).flatMap((field) => describeField(field, texts) ?? []),
    submitText: navigation?.submitText || texts.forms.submit,
  };
}

/** By the rows of the large layout, step after step; fields that stand in none follow. */
function inLayoutOrder(form: ShownForm): Field[] {
  const fields = form.formFields ?? [];
  const placed = (form.steps ?? []).flatMap((step) =>
    ((step.layout?.large?.items ?? []) as Partial<LayoutItem>[])
      .toSorted((a, b) => (a.row ?? 0) - (b.row ?? 0) || (a.column ?? 0) - (b.column ?? 0))
      .map((item) => item.fieldId),
  );
  const position = new Map(placed.map((id, index) => [id, index]));
  const at = (field: Field) => position.get(field.id) ?? placed.length;
  return fields.toSorted((a, b) => at(a) - at(b));
}

interface LayoutItem {
  readonly fieldId: string;
  readonly row: number;
  readonly column: number;
}

function describeField(field: Field, texts: Texts): FieldView | undefined {
  const input = field.inputOptions;
  if (!input) return describeDisplay(field);
  const { validation, look } = readBlock(input);
  const kind = kindOf(field, input);
  const choices = choicesOf(look);
  const bounds = boundsOf(kind, validation);
  return {
    ...NOTHING,
    ...bounds,
    id: field.id ?? input.target ?? '',
    kind,
    target: input.target ?? '',
    label: plainText(look.label) || (input.target ?? ''),
    showLabel: look.showLabel !== false,
    content: look.description,
    placeholder: typeof look.placeholder === 'string' ? look.placeholder : '',
    required: input.required === true,
    readOnly: input.readOnly === true,
    hidden: field.hidden === true,
    choices,
    customChoice: customChoiceOf(look, texts),
    initial: initialOf(look),
    autoComplete: autoCompleteOf(field, input, kind),
    maxLength: typeof validation.maxLength === 'number' ? validation.maxLength : undefined,
    falseAllowed: !Array.isArray(validation.enum) || validation.enum.includes(false),
  };
}

const NOTHING = {
  target: '',
  label: '',
  showLabel: false,
  placeholder: '',
  required: false,
  readOnly: false,
  choices: [],
  customChoice: null,
  initial: '',
  autoComplete: undefined,
  minimum: undefined,
  maximum: undefined,
  step: undefined,
  maxLength: undefined,
  falseAllowed: true,
} as const;

function describeDisplay(field: Field): FieldView | undefined {
  const options = field.displayOptions?.richContentOptions as { richContent?: unknown } | undefined;
  if (!options) return undefined;
  return {
    ...NOTHING,
    id: field.id ?? '',
    kind: 'richContent',
    content: options.richContent,
    hidden: field.hidden === true,
  };
}

interface Look {
  readonly [option: string]: unknown;
}

function readBlock(input: InputOptions): { validation: Record<string, unknown>; look: Look } {
  const block = input[blockName(input.inputType as Parameters<typeof blockName>[0])] as
    | { validation?: Record<string, unknown> }
    | undefined;
  return { validation: block?.validation ?? {}, look: componentOptions(block) };
}

function kindOf(field: Field, input: InputOptions): FieldKind {
  switch (input.inputType) {
    case 'STRING':
      return stringKind(field, input.stringOptions ?? {});
    case 'NUMBER':
      return input.numberOptions?.componentType === 'RATING_INPUT' ? 'rating' : 'number';
    case 'BOOLEAN':
      return 'checkbox';
    case 'ARRAY':
      return 'checkboxes';
    default:
      return 'unsupported';
  }
}

function stringKind(field: Field, block: { componentType?: string; validation?: { format?: string } }): FieldKind {
  switch (block.componentType) {
    case 'RADIO_GROUP':
      return 'radio';
    case 'DROPDOWN':
    case 'SERVICES_DROPDOWN':
      return 'dropdown';
    case 'PHONE_INPUT':
      return 'phone';
    case 'PASSWORD':
      return 'password';
  }
  switch (block.validation?.format) {
    case 'EMAIL':
      return 'email';
    case 'PHONE':
      return 'phone';
    case 'URL':
      return 'url';
    case 'DATE':
      return 'date';
    case 'TIME':
      return 'time';
    case 'DATE_TIME':
      return 'dateTime';
  }
  const long = field.identifier === 'TEXT_AREA' || field.identifier === 'QUIZ_LONG_TEXT';
  return long ? 'textarea' : 'text';
}

function choicesOf(look: Look): Choice[] {
  if (!Array.isArray(look.options)) return [];
  return (look.options as { label?: unknown; value?: unknown }[]).flatMap((option) =>
    option?.value === undefined
      ? []
      : [
          {
            value: String(option.value),
            label: typeof option.label === 'string' ? option.label : String(option.value),
          },
        ],
  );
}

function customChoiceOf(look: Look, texts: Texts): string | null {
  if (typeof look.customOption !== 'object' || look.customOption === null) return null;
  return (look.customOption as { label?: string }).label || texts.forms.otherChoice;
}

function initialOf(look: Look): string | string[] {
  const options = (Array.isArray(look.options) ? look.options : []) as { default?: unknown; value?: unknown }[];
  const chosen = options.filter((option) => option?.default === true).map((option) => String(option.value));
  if (chosen.length > 0) return chosen;
  if (look.checked === true) return 'true';
  return ['string', 'number'].includes(typeof look.default) ? String(look.default) : '';
}

function boundsOf(kind: FieldKind, validation: Record<string, unknown>): Partial<FieldView> {
  if (kind === 'rating') return { minimum: 1, maximum: numberOr(validation.maximum, DEFAULT_STARS) };
  if (kind === 'number') {
    return {
      minimum: numberOr(validation.minimum, undefined),
      maximum: numberOr(validation.maximum, undefined),
      step: numberOr(validation.multipleOf, undefined),
    };
  }
  const dates = (validation.dateOptions ?? {}) as { minimum?: string; maximum?: string };
  if (kind !== 'date') return {};
  // A bound that moves with the day is the engine's to check.
  const literal = (bound?: string) => (bound && /^\d{4}-\d{2}-\d{2}$/.test(bound) ? bound : undefined);
  return { minimum: literal(dates.minimum), maximum: literal(dates.maximum) };
}

const numberOr = <D>(value: unknown, otherwise: D): number | D => (typeof value === 'number' ? value : otherwise);

const AUTOCOMPLETE: Readonly<Record<string, string>> = {
  FIRST_NAME: 'given-name',
  LAST_NAME: 'family-name',
  COMPANY: 'organization',
  POSITION: 'organization-title',
  EMAIL: 'email',
  PHONE: 'tel',
  BIRTHDATE: 'bday',
};

function autoCompleteOf(field: Field, input: InputOptions, kind: FieldKind): string | undefined {
  const contactField = input.contactMapping?.contactField ?? field.identifier?.replace(/^(CONTACTS|FULL_NAME)_/, '');
  if (contactField && AUTOCOMPLETE[contactField]) return AUTOCOMPLETE[contactField];
  return { email: 'email', phone: 'tel', url: 'url' }[kind as string];
}

/** The words of a label, which for checkboxes is rich content. */
export function plainText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (typeof content !== 'object' || content === null) return '';
  const { nodes, textData } = content as { nodes?: unknown[]; textData?: { text?: string } };
  return (textData?.text ?? '') + (nodes ?? []).map(plainText).join('');
}
