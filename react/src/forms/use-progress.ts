import { createFormProgress, type Form, type FormProgress, type FormProgressOptions } from '@portico/sdk';
import { useMemo, useRef } from 'react';

/** Returns the stored values of a form, in a browser and once the form is loaded. */
export function useProgress(
  form: Form | null | undefined,
  options: FormProgressOptions | undefined,
): FormProgress | null {
  // Keeps the first object, because components may pass a new one on every render.
  const { current } = useRef(options);
  return useMemo(
    () => (form && current && typeof document !== 'undefined' ? createFormProgress(form, current) : null),
    [form, current],
  );
}
