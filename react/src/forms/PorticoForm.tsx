import { useMemo, useRef } from 'react';
import { useHydrated } from '../provider/use-hydrated.ts';
import { en } from '../texts/index.ts';
import { ClosedForm, isClosed } from './ClosedForm.tsx';
import { FormField } from './FormField.tsx';
import { FormShell } from './FormShell.tsx';
import type { PorticoFormProps } from './form-props.ts';
import { useProgress } from './use-progress.ts';
import { createFormEngine } from './values/form-engine.ts';
import { readValues } from './values/read-values.ts';
import { describeForm } from './view/describe-form.ts';
import { schemaOf } from './view/schema-of.ts';

/**
 * Renders a form of the dashboard (forms contract section 4) and validates it with the server's engine. Without
 * JavaScript, it is a plain form whose inputs are named after the paths of their values; `readValues` reads the posted
 * data.
 */
export function PorticoForm({ texts = en, progress: progressOptions, ...props }: PorticoFormProps) {
  const { form, onSubmit } = props;
  const schema = schemaOf(form);
  const view = useMemo(() => describeForm(schema, texts), [schema, texts]);
  const engine = useMemo(() => createFormEngine(texts), [texts]);
  // A form that closes while it is filled in remains visible, and the server rejects its submission.
  const closed = useRef(isClosed(form, new Date()));
  const progress = useProgress(form, progressOptions);
  // The server does not know the stored values, so they are added after the hydration of its HTML.
  const isHydrated = useHydrated();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object of the same form must not reset its inputs
  const stored = useMemo(() => (isHydrated ? progress?.load() : null), [isHydrated, form.id]);
  if (closed.current) return <ClosedForm form={form} texts={texts} />;
  const shell = { ...props, texts, view, Field: FormField, engine };
  if (!progress) return <FormShell {...shell} />;
  const initial = Object.fromEntries(view.fields.map(({ target, initial }) => [target, initial]));
  return (
    <FormShell
      // Inputs read their initial values only once.
      key={stored ? 'stored' : 'empty'}
      {...shell}
      {...(stored ? { values: { ...(props.values ?? initial), ...stored } } : {})}
      onInput={(element) => progress.save(readValues(view.fields, new FormData(element)))}
      onSubmit={
        onSubmit &&
        (async (submitted) => {
          const rejection = await onSubmit(submitted);
          if (!rejection) progress.clear();
          return rejection;
        })
      }
    />
  );
}
