/**
 * The form as it is stored: one model for both generations of the wire format (`formFields` and the earlier `fields`).
 */
import {
  appendMissingFields,
  completeSteps,
  type Field,
  FORM_APP_NAMESPACE,
  type FormField,
  type FormRule,
  fromFormField,
  fromFormRule,
  isObject,
  type Rule,
  type Step,
  stackFields,
} from '@portico/domain';
import { completeField } from './complete-field.ts';

/** The parts of a form that do not have their own column. */
export interface FormDocument {
  formFields: Field[];
  deletedFormFields: Field[];
  formRules: Rule[];
  steps: Step[];
  [key: string]: unknown;
}

/** The form of a request (contract `FormInput`), in either generation. */
export interface FormInput {
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

/** The owner's settings for the form's submissions. */
export interface SubmissionPolicy {
  readonly startsPending?: boolean;
  readonly deleteAfterDays?: number;
  readonly captchaRequired?: boolean;
  readonly notify?: { readonly owners?: boolean; readonly addresses?: readonly string[] };
  readonly filesQuotaMb?: number;
  readonly allowedOrigins?: readonly string[];
}

export const policyOf = (document: FormDocument): SubmissionPolicy =>
  (document.submissionPolicy ?? {}) as SubmissionPolicy;

/** The parts of a request that are stored as they are. Unknown parts are not stored. */
const STORED_KEYS = [
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

/** Completes a new form with ids and a layout. The vendor's viewer shows nothing without a layout. */
export function newForm(input: FormInput, newId: () => string): NewForm {
  const formFields = fieldsOf(input, newId) ?? [];
  const steps = completeSteps(withStepIds(input.steps ?? [], newId), new Set());
  return {
    namespace: input.namespace ?? FORM_APP_NAMESPACE,
    name: nameOf(input) ?? 'Form',
    enabled: enabledOf(input) ?? true,
    document: {
      ...DEFAULTS,
      ...storedPartsOf(input),
      ...originOf(input),
      formFields,
      deletedFormFields: [],
      formRules: rulesOf(input, formFields, newId) ?? [],
      steps: steps.length > 0 ? steps : [stackFields(formFields, newId())],
    },
  };
}

/**
 * Copies a document with new ids for its fields, steps and rules, and for all references to them. Options, products and
 * fields of repeaters retain their ids. Deleted fields are not copied.
 */
export function copyDocument(document: FormDocument, newId: () => string): FormDocument {
  const { formFields, formRules, steps } = document;
  const oldIds = [...formFields, ...formRules, ...steps].flatMap(({ id }) => (id ? [id] : []));
  const newIds = new Map(oldIds.map((id) => [id, newId()]));
  const copied = JSON.parse(JSON.stringify(document), (_key, value) =>
    typeof value === 'string' ? (newIds.get(value) ?? value) : value,
  ) as FormDocument;
  return { ...copied, deletedFormFields: [] };
}

/** Returns the stored form, changed by the parts that the request contains. Absent parts stay as they are. */
export function changeForm(
  stored: { name: string; enabled: boolean; document: FormDocument },
  input: FormInput,
  newId: () => string,
): Omit<NewForm, 'namespace'> {
  const formFields = fieldsOf(input, newId) ?? stored.document.formFields;
  const ids = new Set(formFields.map((field) => field.id));
  const storedFields = [...stored.document.formFields, ...stored.document.deletedFormFields];
  const deletedFields = storedFields.filter((field) => !ids.has(field.id));
  const steps = input.steps ? withStepIds(input.steps, newId) : appendMissingFields(stored.document.steps, formFields);
  const completedSteps = completeSteps(steps, new Set(deletedFields.map((field) => field.id)));
  return {
    name: nameOf(input) ?? stored.name,
    enabled: enabledOf(input) ?? stored.enabled,
    document: {
      ...stored.document,
      ...storedPartsOf(input),
      formFields,
      deletedFormFields: deletedFields.filter((field) => field.inputOptions),
      formRules: rulesOf(input, formFields, newId) ?? stored.document.formRules,
      steps: completedSteps.length > 0 ? completedSteps : [stackFields(formFields, newId())],
    },
  };
}

const nameOf = (input: FormInput): string | undefined => input.name || input.properties?.name || undefined;
const enabledOf = ({ enabled, properties }: FormInput): boolean | undefined =>
  enabled ?? (properties?.disabled === undefined ? undefined : !properties.disabled);

const withStepIds = (steps: readonly Step[], newId: () => string): Step[] =>
  steps.map((step) => ({ ...step, id: step.id ?? newId() }));

/** The source form, which this form extends, is set at creation and never changes. */
const originOf = ({ kind, sourceFormId }: FormInput): Record<string, unknown> => ({
  ...(kind === undefined ? {} : { kind }),
  ...(sourceFormId === undefined ? {} : { sourceFormId }),
});

const storedPartsOf = (input: FormInput): Record<string, unknown> =>
  Object.fromEntries(
    STORED_KEYS.filter((key) => input[key] !== undefined).map((key) => [key, withKnownKeys(key, input[key])]),
  );

/**
 * Sections whose keys the contract lists completely. Other keys are not stored, because no code would read them, and
 * responses to visitors would contain them. Other sections may have further keys, such as options of the designer.
 */
const KNOWN_KEYS: Readonly<Record<string, KnownKeys>> = {
  limitationRule: { maxAllowedSubmissions: true, dateTimeDeadline: true, submissionLimitPerUser: true },
  tags: { tags: { tagIds: true }, privateTags: { tagIds: true } },
  requiredIndicatorProperties: { requiredIndicator: true, requiredIndicatorPlacement: true },
};
interface KnownKeys {
  readonly [key: string]: true | KnownKeys;
}

const withKnownKeys = (name: string, section: unknown): unknown =>
  Object.hasOwn(KNOWN_KEYS, name) ? pickKeys(section, KNOWN_KEYS[name] as KnownKeys) : section;

function pickKeys(value: unknown, known: KnownKeys): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(known).flatMap(([key, inner]) => {
      if (!Object.hasOwn(value, key)) return [];
      return [[key, inner === true ? value[key] : pickKeys(value[key], inner)]];
    }),
  );
}

/** Returns the fields of a request. If it contains both generations, `formFields` takes precedence over `fields`. */
function fieldsOf({ formFields, fields }: FormInput, newId: () => string): Field[] | undefined {
  const received = formFields?.length || !fields ? formFields : fields.map(fromFormField);
  return received?.map((field) => completeField(field, newId));
}

function rulesOf({ formRules, rules }: FormInput, fields: readonly Field[], newId: () => string): Rule[] | undefined {
  const received = formRules?.length || !rules ? formRules : rules.map((rule) => fromFormRule(rule, fields));
  return received?.map((rule) => ({ ...rule, id: rule.id ?? newId() }));
}
