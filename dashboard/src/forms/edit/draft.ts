/** A form while its owner changes it: what can be changed, and what of it a save sends. */
import type { Calls } from '@portico/contract';
import { isObject } from '@portico/domain';
import type { SiteForm } from '../queries.ts';

export type FormField = SiteForm['formFields'][number];
export type FormStep = SiteForm['steps'][number];
export type FormRule = SiteForm['formRules'][number];
type FormChange = Calls['forms.forms.update']['body']['form'];

/** The parts of a form that the editor changes, and what they are called. */
export const draftParts = {
  name: 'name',
  enabled: 'open or closed',
  formFields: 'fields',
  steps: 'steps',
  formRules: 'rules',
  disabledFormMessage: 'message of the closed form',
  limitationRule: 'limits',
  spamFilterProtectionLevel: 'spam protection',
  requiredIndicatorProperties: 'sign of what is required',
  submitSettings: 'what happens after sending',
  tags: 'tags',
  submissionAccess: 'access',
  submissionPolicy: 'handling of submissions',
} as const satisfies Partial<Record<keyof SiteForm, string>>;

export type DraftPart = keyof typeof draftParts;
export type Draft = Pick<SiteForm, DraftPart>;

const parts = Object.keys(draftParts) as DraftPart[];

export const draftOf = (form: SiteForm): Draft =>
  Object.fromEntries(parts.map((part) => [part, form[part]])) as unknown as Draft;

/** The parts in which two states of a form differ. */
export const differences = (one: Draft, other: Draft): DraftPart[] =>
  parts.filter((part) => !isSame(one[part], other[part]));

/** What a save sends: the changed parts alone, so that others may change the rest. A part that was cleared is sent empty. */
export function changesOf(base: SiteForm, draft: Draft): FormChange {
  const changed = differences(draftOf(base), draft);
  return {
    ...(Object.fromEntries(changed.map((part) => [part, draft[part] ?? emptyOf(part)])) as Partial<Draft>),
    revision: base.revision,
  };
}

const emptyOf = (part: DraftPart): unknown =>
  part === 'submissionAccess' ? '' : part === 'disabledFormMessage' ? { nodes: [] } : {};

/** `undefined` is as good as not there; the order of keys does not count. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((item, index) => isSame(item, other[index]));
  }
  if (!isObject(one) || !isObject(other)) return false;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) => isSame(one[key], other[key]));
}

/** A violation of the server with the field of the form that it is about. */
export interface Problem {
  /** absent: of the form as a whole, or of a step or rule */
  readonly fieldId: string | undefined;
  /** below the field, as `inputOptions.target`; else the whole path */
  readonly path: string;
  readonly description: string;
}

/** @param sent the fields in the order in which they were sent */
export const problemsOf = (
  violations: readonly { field: string; description: string }[],
  sent: readonly { id?: string }[],
): Problem[] =>
  violations.map(({ field, description }) => {
    const path = field.replace(/^form\.(?=.)/, '');
    const [, index, rest] = /^(?:formFields|fields)\.(\d+)\.?(.*)$/.exec(path) ?? [];
    const fieldId = index === undefined ? undefined : sent[Number(index)]?.id;
    return { fieldId, path: fieldId === undefined ? path : (rest ?? ''), description };
  });
