/** The view of a form that components render, with one flat object per field (forms contract section 4). */
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
  /** URL of an image; '' for none. */
  readonly image: string;
}

export interface FieldView {
  readonly id: string;
  readonly kind: FieldKind;
  /** Key of the value in its object; '' for display fields. */
  readonly target: string;
  /** The label as plain text, even if `richLabel` is set. */
  readonly label: string;
  /** The label of a checkbox as rich content; null for a plain label. */
  readonly richLabel: unknown;
  readonly showLabel: boolean;
  /** Rich content below the label, or the content of a richContent field. */
  readonly content: unknown;
  readonly placeholder: string;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly hidden: boolean;
  readonly choices: readonly Choice[];
  /** Label of the option for a custom answer; null if there is none. */
  readonly customChoice: string | null;
  readonly customPlaceholder: string;
  /** Number of choices per row if the width allows it. With 0, the style sheet decides. */
  readonly columns: number;
  /** Initial value, in its wire format. */
  readonly initial: unknown;
  /** The `autocomplete` attribute (WCAG 1.3.5). */
  readonly autoComplete: string | undefined;
  readonly minimum: number | string | undefined;
  readonly maximum: number | string | undefined;
  readonly step: number | undefined;
  readonly maxLength: number | undefined;
  /** True if an unticked checkbox is a valid answer. */
  readonly falseAllowed: boolean;
  /** Default country of a phone or address, ISO 3166-1 alpha-2. '' selects the site's country. */
  readonly country: string;
  /** Allowed countries of a phone or address; null if all countries are allowed. */
  readonly countries: readonly string[] | null;
  /** Fields of a repeater row or of a group. */
  readonly fields: readonly FieldView[];
  readonly files: FileRules | null;
  readonly address: AddressSettings | null;
  readonly products: readonly Product[];
  readonly days: DayRules | null;
  /** Minimum number of rows of a repeater, of chosen products, or of selected choices. */
  readonly minItems: number | undefined;
  readonly maxItems: number | undefined;
}

export interface FileRules {
  readonly limit: number;
  /** Accepted upload formats of the specification; empty if any kind of file is accepted. */
  readonly formats: readonly string[];
  readonly buttonText: string;
  readonly explanation: string;
  /** True if a signature may also be uploaded as an image. */
  readonly mayUpload: boolean;
}

export interface AddressSettings extends AddressRules {
  readonly fieldSettings: Readonly<Record<string, { show?: boolean } | undefined>>;
}

export interface DayRules {
  /** Number of the first weekday, where 0 is Sunday. */
  readonly firstDayOfWeek: number | undefined;
  /** Dates that the owner offers; empty if all dates are offered. */
  readonly availableDates: readonly DayRange[];
  readonly unavailableDates: readonly DayRange[];
  /** Weekdays that the owner offers, where 0 is Sunday; empty if all weekdays are offered. */
  readonly availableDays: readonly number[];
}

export interface DayRange {
  readonly start?: string;
  readonly end?: string;
}

/** Position of a field at one window size, in a grid of twelve columns. */
export interface GridPosition {
  readonly column: number;
  readonly width: number;
}

export interface PositionedField {
  readonly field: FieldView;
  readonly positions: { readonly large: GridPosition; readonly medium: GridPosition; readonly small: GridPosition };
}

export interface StepView {
  readonly id: string;
  readonly name: string;
  readonly hidden: boolean;
  readonly items: readonly PositionedField[];
  readonly nextText: string;
  readonly previousText: string;
  readonly submitText: string;
}

export interface FormView {
  readonly steps: readonly StepView[];
  /** Fields of all steps, in their order. */
  readonly fields: readonly FieldView[];
  readonly submitText: string;
  readonly hasFiles: boolean;
  readonly hasPayments: boolean;
  /** True if a field has a pattern set by the owner. Checking it requires `loadPatterns` (engine-dependencies.ts). */
  readonly hasPatterns: boolean;
  readonly indicator: { readonly kind: 'ASTERISK' | 'TEXT' | 'NONE'; readonly before: boolean };
}
