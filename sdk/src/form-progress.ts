import type { KeyValueStore } from './auth/browser-storage.ts';
import type { Form } from './form-types.ts';
import type { FormValues } from './site-types.ts';

/** Stores the values of a partly completed form until it is submitted or they expire. */
export interface FormProgress {
  /** Returns the values, or null if there are none or they have expired. */
  load(): FormValues | null;
  /** Stores the values, except files, signatures, payments and passwords. */
  save(values: FormValues): void;
  clear(): void;
}

export interface FormProgressOptions {
  /** The storage of the values, such as `keyValueStore()` or `sessionStorage`. */
  readonly store: KeyValueStore;
  /** Default 7 days. */
  readonly maxAgeMs?: number | undefined;
  /** The clock, in milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

const WEEK_MS = 7 * 86_400_000;
/** Files expire on the server, prices may change, and passwords are secret. */
const NEVER_SAVED = ['WIX_FILE', 'PAYMENT', 'PASSWORD'];

/**
 * Stores the values that a visitor has entered, so that the form can be continued after a reload. Pass the result to
 * `submit`, which clears it. Threat: everybody who uses the same browser can read the values.
 */
export function createFormProgress(
  form: Form,
  { store, maxAgeMs = WEEK_MS, now = Date.now }: FormProgressOptions,
): FormProgress {
  const key = `portico-form:${form.id}`;
  const savable = savableTargets(form);
  const clear = () => store.removeItem(key);
  return {
    load() {
      const saved = parse(store.getItem(key));
      if (!saved) return null;
      if (now() - saved.at <= maxAgeMs) return savableValues(saved.values, savable) as FormValues;
      clear();
      return null;
    },
    save: (values) => store.setItem(key, JSON.stringify({ at: now(), values: savableValues(values, savable) })),
    clear,
  };
}

/** Returns whether the value of each target may be saved, including the targets of nested forms. */
function savableTargets({ formFields, nestedForms = [] }: Form): ReadonlyMap<string, boolean> {
  const all = [...formFields, ...nestedForms.flatMap((nested) => (nested as Partial<Form>).formFields ?? [])];
  const targets = new Map<string, boolean>();
  for (const { inputOptions } of all) {
    const { target, inputType = '', stringOptions } = inputOptions ?? {};
    if (!target) continue;
    const isSavable = !NEVER_SAVED.includes(inputType) && !NEVER_SAVED.includes(stringOptions?.componentType ?? '');
    targets.set(target, isSavable && targets.get(target) !== false);
  }
  return targets;
}

/**
 * Removes the values of fields that may not be saved, and values of unknown fields, which may have been secret. Unknown
 * keys below the top level are kept, because they are parts of a value, such as the city of an address.
 */
function savableValues(values: unknown, savable: ReadonlyMap<string, boolean>, isTop = true): unknown {
  if (Array.isArray(values)) return values.map((value) => savableValues(value, savable, false));
  if (typeof values !== 'object' || values === null) return values;
  const entries = Object.entries(values).filter(([target]) => savable.get(target) ?? !isTop);
  return Object.fromEntries(entries.map(([target, value]) => [target, savableValues(value, savable, false)]));
}

function parse(json: string | null): { at: number; values: FormValues } | null {
  try {
    const saved = JSON.parse(json ?? 'null') as { at: number; values: FormValues } | null;
    return typeof saved?.at === 'number' && typeof saved.values === 'object' ? saved : null;
  } catch {
    return null;
  }
}
