/** A form as components show it: one plain view a field (forms contract section 4). */
import type { AddressRules, Product } from '@portico/domain';

export type FieldKind =
  | 'text'
  | 'textarea'
  | 'email'
  | 'phone'
  | 'url'
  | 'password'
  | 'date'
  | 'datePicker'
  | 'time'
  | 'dateTime'
  | 'number'
  | 'rating'
  | 'radio'
  | 'dropdown'
  | 'checkbox'
  | 'checkboxes'
  | 'tags'
  | 'files'
  | 'signature'
  | 'address'
  | 'products'
  | 'donation'
  | 'amount'
  | 'fixedPrice'
  | 'appointment'
  | 'group'
  | 'repeater'
  | 'richContent'
  | 'loginBar'
  | 'unsupported';

export interface Choice {
  readonly label: string;
  readonly value: string;
  /** address of a picture; '' for none */
  readonly image: string;
}

export interface FieldView {
  readonly id: string;
  readonly kind: FieldKind;
  /** key of the value among those beside it; '' for what only shows */
  readonly target: string;
  /** plain words; those of a rich label, too */
  readonly label: string;
  /** a label of rich content (of a checkbox); null where it is plain */
  readonly richLabel: unknown;
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
  readonly customPlaceholder: string;
  /** how many choices stand beside one another where there is room; 0 leaves it to the page */
  readonly columns: number;
  /** value at the beginning, as the wire has it */
  readonly initial: unknown;
  /** what the browser may fill in (WCAG 1.3.5) */
  readonly autoComplete: string | undefined;
  readonly minimum: number | string | undefined;
  readonly maximum: number | string | undefined;
  readonly step: number | undefined;
  readonly maxLength: number | undefined;
  /** whether both answers of a checkbox are allowed; a box that must be ticked has only one */
  readonly falseAllowed: boolean;
  /** ISO 3166-1 alpha-2: where a phone or an address begins; '' leaves it to the site */
  readonly country: string;
  /** that a phone or address may be of; null for all */
  readonly countries: readonly string[] | null;
  /** of a repeater's row, or of a group */
  readonly fields: readonly FieldView[];
  readonly files: FileRules | null;
  readonly address: AddressLook | null;
  readonly products: readonly Product[];
  readonly days: DayRules | null;
  /** rows of a repeater, products of a list, choices of a group */
  readonly minItems: number | undefined;
  readonly maxItems: number | undefined;
}

export interface FileRules {
  readonly limit: number;
  /** words of the specification; empty for any kind of file */
  readonly formats: readonly string[];
  readonly buttonText: string;
  readonly explanation: string;
  /** a signature may be a picture from a file, too */
  readonly mayUpload: boolean;
}

export interface AddressLook extends AddressRules {
  readonly fieldSettings: Readonly<Record<string, { show?: boolean } | undefined>>;
}

export interface DayRules {
  /** 0 is Sunday */
  readonly firstDayOfWeek: number | undefined;
  /** days that are offered; empty for all */
  readonly availableDates: readonly DayRange[];
  readonly unavailableDates: readonly DayRange[];
  /** days of the week that are offered, 0 is Sunday; empty for all */
  readonly availableDays: readonly number[];
}

export interface DayRange {
  readonly start?: string;
  readonly end?: string;
}

/** Where a field stands at one width: columns of twelve. */
export interface Place {
  readonly column: number;
  readonly width: number;
}

export interface PlacedField {
  readonly field: FieldView;
  readonly places: { readonly large: Place; readonly medium: Place; readonly small: Place };
}

export interface StepView {
  readonly id: string;
  readonly name: string;
  readonly hidden: boolean;
  readonly items: readonly PlacedField[];
  readonly nextText: string;
  readonly previousText: string;
  readonly submitText: string;
}

export interface FormView {
  readonly steps: readonly StepView[];
  /** of all steps, in their order */
  readonly fields: readonly FieldView[];
  readonly submitText: string;
  readonly hasFiles: boolean;
  readonly hasPayments: boolean;
  /** the owner's patterns need an engine of their own */
  readonly hasPatterns: boolean;
  readonly indicator: { readonly kind: 'ASTERISK' | 'TEXT' | 'NONE'; readonly before: boolean };
}
