/** The form as it is stored: one model, whichever generation it came in. Pure. */
import {
  appendMissingFields,
  completedSteps,
  type Field,
  FORM_APP_NAMESPACE,
  type FormField,
  type FormRule,
  fromFormField,
  fromFormRule,
  isObject,
  type Rule,
  type Step,
  stackedStep,
} from '@portico/domain';
import { completedField } from './complete-field.ts';

/** Everything of a form that has no column of its own. */
export interface FormDocument {
  formFields: Field[];
  deletedFormFields: Field[];
  formRules: Rule[];
  steps: Step[];
  [key: string]: unknown;
}

/** A form as a caller writes it (contract FormInput). */
export interface WrittenForm {
  namespace?: string;
  name?: string;
  enabled?: boolean;
  properties?: { name?: string; disabled?: boolean };
  formFields?: Field[];
  fields?: FormField[];
  formRules?: Rule[];
  rules?: FormRule[];
  steps?: Step[];
  [key: string]: unknown;
}

/** What the owner has decided about the form's submissions. */
export interface SubmissionPolicy {
  readonly startsPending?: boolean;
  readonly deleteAfterDays?: number;
  readonly captchaRequired?: boolean;
  readonly notify?: { readonly owners?: boolean; readonly addresses?: readonly string[] };
  readonly filesQuotaMb?: number;
}

export const policyOf = (document: FormDocument): SubmissionPolicy =>
  (document.submissionPolicy ?? {}) as SubmissionPolicy;

/** Stored as they come. Anything else that a caller sends is not kept. */
const KEPT = [
  'disabledFormMessage',
  'limitationRule',
  'spamFilterProtectionLevel',
  'requiredIndicatorProperties',
  'submitSettings',
  'tags',
  'quizSettings',
  'autoFillContact',
  'submissionAccess',
  'submissionPolicy',
  'extendedFields',
  'nestedForms',
  'postSubmissionTriggers',
  'fieldGroups',
] as const;

const DEFAULTS = {
  spamFilterProtectionLevel: 'ADVANCED',
  requiredIndicatorProperties: { requiredIndicator: 'ASTERISK', requiredIndicatorPlacement: 'AFTER_FIELD_TITLE' },
};

export interface NewForm {
  readonly namespace: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly document: FormDocument;
}

/** A new form, complete: ids where the caller gave none, and a layout, without which the vendor's viewer shows nothing. */
export function newForm(written: WrittenForm, newId: () => string): NewForm {
  const formFields = fieldsOf(written, newId) ?? [];
  const steps = completedSteps(identified(written.steps ?? [], newId), new Set());
  return {
    namespace: written.namespace ?? FORM_APP_NAMESPACE,
    name: nameOf(written) ?? 'Form',
    enabled: enabledOf(written) ?? true,
    document: {
      ...DEFAULTS,
      ...keptOf(written),
      ...keptFromTheStart(written),
      formFields,
      deletedFormFields: [],
      formRules: rulesOf(written, formFields, newId) ?? [],
      steps: steps.length > 0 ? steps : [stackedStep(formFields, newId())],
    },
  };
}

/**
 * The document with new ids for its fields, steps and rules, wherever they are referred to; options, products and the
 * fields of a repeater's rows keep theirs. What was deleted from the form is not copied.
 */
export function copyOf(document: FormDocument, newId: () => string): FormDocument {
  const { formFields, formRules, steps } = document;
  const named = [...formFields, ...formRules, ...steps].flatMap(({ id }) => (id ? [id] : []));
  const copies = new Map(named.map((id) => [id, newId()]));
  const copied = JSON.parse(JSON.stringify(document), (_key, value) =>
    typeof value === 'string' ? (copies.get(value) ?? value) : value,
  ) as FormDocument;
  return { ...copied, deletedFormFields: [] };
}

/** The stored form with the parts that the caller sent; what is not there stays as it is. */
export function changedForm(
  stored: { name: string; enabled: boolean; document: FormDocument },
  written: WrittenForm,
  newId: () => string,
): Omit<NewForm, 'namespace'> {
  const formFields = fieldsOf(written, newId) ?? stored.document.formFields;
  const kept = new Set(formFields.map((field) => field.id));
  const before = [...stored.document.formFields, ...stored.document.deletedFormFields];
  const gone = before.filter((field) => !kept.has(field.id));
  const steps = written.steps
    ? identified(written.steps, newId)
    : appendMissingFields(stored.document.steps, formFields);
  const placed = completedSteps(steps, new Set(gone.map((field) => field.id)));
  return {
    name: nameOf(written) ?? stored.name,
    enabled: enabledOf(written) ?? stored.enabled,
    document: {
      ...stored.document,
      ...keptOf(written),
      formFields,
      deletedFormFields: gone.filter((field) => field.inputOptions),
      formRules: rulesOf(written, formFields, newId) ?? stored.document.formRules,
      steps: placed.length > 0 ? placed : [stackedStep(formFields, newId())],
    },
  };
}

const nameOf = (written: WrittenForm): string | undefined => written.name || written.properties?.name || undefined;
const enabledOf = ({ enabled, properties }: WrittenForm): boolean | undefined =>
  enabled ?? (properties?.disabled === undefined ? undefined : !properties.disabled);

const identified = (steps: readonly Step[], newId: () => string): Step[] =>
  steps.map((step) => ({ ...step, id: step.id ?? newId() }));

/** What a form extends is said when it is made, and never changes. */
const keptFromTheStart = ({ kind, sourceFormId }: WrittenForm): Record<string, unknown> => ({
  ...(kind === undefined ? {} : { kind }),
  ...(sourceFormId === undefined ? {} : { sourceFormId }),
});

const keptOf = (written: WrittenForm): Record<string, unknown> =>
  Object.fromEntries(KEPT.filter((key) => written[key] !== undefined).map((key) => [key, knownOf(key, written[key])]));

/**
 * Sections that the contract names every key of. Unlike identifiers and the designer's options these are no open sets: what
 * else is in them nobody would ever read, and a visitor would be served it.
 */
const KNOWN: Readonly<Record<string, Known>> = {
  limitationRule: { maxAllowedSubmissions: true, dateTimeDeadline: true, submissionLimitPerUser: true },
  tags: { tags: { tagIds: true }, privateTags: { tagIds: true } },
  requiredIndicatorProperties: { requiredIndicator: true, requiredIndicatorPlacement: true },
};
interface Known {
  readonly [key: string]: true | Known;
}

const knownOf = (key: string, section: unknown): unknown =>
  Object.hasOwn(KNOWN, key) ? withKeys(section, KNOWN[key] as Known) : section;

function withKeys(value: unknown, known: Known): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(known).flatMap(([key, inner]) => {
      if (!Object.hasOwn(value, key)) return [];
      return [[key, inner === true ? value[key] : withKeys(value[key], inner)]];
    }),
  );
}

/** `formFields` wins where both generations come: a caller who changed one sends the other as it was read. */
function fieldsOf({ formFields, fields }: WrittenForm, newId: () => string): Field[] | undefined {
  const written = formFields?.length || !fields ? formFields : fields.map(fromFormField);
  return written?.map((field) => completedField(field, newId));
}

function rulesOf({ formRules, rules }: WrittenForm, fields: readonly Field[], newId: () => string): Rule[] | undefined {
  const written = formRules?.length || !rules ? formRules : rules.map((rule) => fromFormRule(rule, fields));
  return written?.map((rule) => ({ ...rule, id: rule.id ?? newId() }));
}
