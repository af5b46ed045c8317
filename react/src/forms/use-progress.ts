import type { Form, FormProgress, FormProgressOptions } from '@portico/sdk';
import { createFormProgress } from '@portico/sdk/form-progress';
import { useMemo, useRef } from 'react';

/** Returns the store for the values of a form. Returns null on a server, while the form loads, and without options. */
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
