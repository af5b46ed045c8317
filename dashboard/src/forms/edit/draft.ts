/** The draft of a form in the editor, and the parts of it that a save sends. */
import type { Calls } from '@portico/contract';
import { isObject } from '@portico/domain';
import type { SiteForm } from '../queries.ts';

export type FormField = SiteForm['formFields'][number];
export type FormStep = SiteForm['steps'][number];
export type FormRule = SiteForm['formRules'][number];
type FormChange = Calls['forms.forms.update']['body']['form'];

/** The parts of a form that the editor can change, with their names in the user interface. */
export const draftParts = {
  name: 'name',
  enabled: 'open or closed',
  formFields: 'fields',
  steps: 'pages',
  formRules: 'rules',
  disabledFormMessage: 'message when the form is closed',
  limitationRule: 'limits',
  spamFilterProtectionLevel: 'spam protection',
  requiredIndicatorProperties: 'marking of required fields',
  submitSettings: 'what happens after sending',
  tags: 'tags',
  submissionAccess: 'access to submissions',
  submissionPolicy: 'handling of submissions',
} as const satisfies Partial<Record<keyof SiteForm, string>>;

export type DraftPart = keyof typeof draftParts;
export type Draft = Pick<SiteForm, DraftPart>;

const parts = Object.keys(draftParts) as DraftPart[];

export const draftOf = (form: SiteForm): Draft =>
  Object.fromEntries(parts.map((part) => [part, form[part]])) as unknown as Draft;

/** Returns the parts in which two drafts differ. */
export const listChangedParts = (before: Draft, after: Draft): DraftPart[] =>
  parts.filter((part) => !isEqual(before[part], after[part]));

/**
 * Returns the body of a save. It contains only changed parts, so that a save does not overwrite the changes of
 * other users. A cleared part is sent as an empty value, because the server ignores absent ones.
 */
export function changesOf(base: SiteForm, draft: Draft): FormChange {
  const changed = listChangedParts(draftOf(base), draft);
  return {
    ...(Object.fromEntries(changed.map((part) => [part, draft[part] ?? emptyValueOf(part)])) as Partial<Draft>),
    revision: base.revision,
  };
}

const emptyValueOf = (part: DraftPart): unknown =>
  part === 'submissionAccess' ? '' : part === 'disabledFormMessage' ? { nodes: [] } : {};

/** Compares JSON values. A key with the value `undefined` equals an absent key; the order of keys does not matter. */
function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => isEqual(item, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isEqual(a[key], b[key]));
}

/** A violation that the server reported, assigned to a field if it concerns one. */
export interface Problem {
  /** Undefined if the violation concerns the form itself, a step or a rule. */
  readonly fieldId: string | undefined;
  /** Path relative to the field, e.g. `inputOptions.target`; without a field, the path within the form. */
  readonly path: string;
  readonly description: string;
}

/**
 * Assigns violations to fields by the index in their path.
 * @param fields in the order in which they were sent
 */
export const problemsOf = (
  violations: readonly { field: string; description: string }[],
  fields: readonly { id?: string }[],
): Problem[] =>
  violations.map(({ field, description }) => {
    const path = field.replace(/^form\.(?=.)/, '');
    const [, index, rest] = /^(?:formFields|fields)\.(\d+)\.?(.*)$/.exec(path) ?? [];
    const fieldId = index === undefined ? undefined : fields[Number(index)]?.id;
    return { fieldId, path: fieldId === undefined ? path : (rest ?? ''), description };
  });
