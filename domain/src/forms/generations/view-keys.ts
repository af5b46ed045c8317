/**
 * Maps option names of a component to names in the `view` of the earlier generation (forms contract section 4.4).
 * Options that are not listed have the same name in both.
 */

interface KeyPair {
  readonly option: string;
  readonly view: string;
  /** True if one is the negation of the other: showLabel, hideLabel. */
  readonly negated?: true;
}

const pair = (option: string, view: string): KeyPair => ({ option, view });
const negated = (option: string, view: string): KeyPair => ({ option, view, negated: true });

const SHOW_LABEL = negated('showLabel', 'hideLabel');
const DEFAULT = pair('default', 'defaultValue');
const SHOW_PLACEHOLDER = negated('showPlaceholder', 'hidePlaceholder');

const pairs: ReadonlyMap<string, readonly KeyPair[]> = new Map(
  Object.entries({
    TEXT_INPUT: [SHOW_LABEL, DEFAULT],
    PASSWORD: [SHOW_LABEL, DEFAULT],
    PHONE_INPUT: [SHOW_LABEL, pair('defaultCountryCode', 'defaultCountry'), pair('showCountryFlag', 'showFlag')],
    DATE_TIME: [SHOW_LABEL, DEFAULT, SHOW_PLACEHOLDER],
    DATE_INPUT: [SHOW_LABEL, DEFAULT, SHOW_PLACEHOLDER],
    TIME_INPUT: [SHOW_LABEL, DEFAULT, SHOW_PLACEHOLDER],
    DATE_PICKER: [SHOW_LABEL, DEFAULT],
    NUMBER_INPUT: [SHOW_LABEL, DEFAULT],
    RATING_INPUT: [SHOW_LABEL],
    CHECKBOX: [pair('checked', 'defaultValue')],
    FILE_UPLOAD: [SHOW_LABEL],
    SIGNATURE: [SHOW_LABEL, pair('imageUploadEnabled', 'uploadEnabled')],
    PAYMENT_INPUT: [SHOW_LABEL, DEFAULT],
    APPOINTMENT: [SHOW_LABEL, pair('durationInMinutes', 'duration')],
    PAGE_NAVIGATION: [pair('nextPageText', 'nextText'), pair('previousPageText', 'previousText')],
    RICH_CONTENT: [pair('richContent', 'content')],
  }),
);

const pairsOf = (component: string): readonly KeyPair[] => pairs.get(component) ?? [SHOW_LABEL];

const flipIfNegated = (value: unknown, key: KeyPair): unknown =>
  key.negated && typeof value === 'boolean' ? !value : value;

/** Returns a component's options under the names of the earlier generation. */
export function toViewKeys(component: string, options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const pairsByOption = new Map(pairsOf(component).map((key) => [key.option, key]));
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => {
      const key = pairsByOption.get(name);
      return key ? [key.view, flipIfNegated(value, key)] : [name, value];
    }),
  );
}

/** Returns a view under the option names of the current generation. */
export function fromViewKeys(component: string, view: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const pairsByView = new Map(pairsOf(component).map((key) => [key.view, key]));
  return Object.fromEntries(
    Object.entries(view).map(([name, value]) => {
      const key = pairsByView.get(name);
      return key ? [key.option, flipIfNegated(value, key)] : [name, value];
    }),
  );
}
