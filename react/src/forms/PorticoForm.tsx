import { useMemo, useRef } from 'react';
import { en } from '../texts/index.ts';
import { ClosedForm, isClosed } from './ClosedForm.tsx';
import { FormField } from './FormField.tsx';
import { FormShell } from './FormShell.tsx';
import type { PorticoFormProps } from './form-props.ts';
import { createFormEngine } from './values/form-engine.ts';
import { describeForm } from './view/describe-form.ts';
import { schemaOf } from './view/schema-of.ts';

/**
 * Renders a form of the dashboard (forms contract section 4) and validates it with the server's engine. Without
 * JavaScript, it is a plain form whose inputs are named after the paths of their values; `readValues` reads the posted
 * data.
 */
export function PorticoForm({ texts = en, ...props }: PorticoFormProps) {
  const { form } = props;
  const schema = schemaOf(form);
  const view = useMemo(() => describeForm(schema, texts), [schema, texts]);
  const engine = useMemo(() => createFormEngine(texts), [texts]);
  // A form that closes while it is filled in remains visible, and the server rejects its submission.
  const closed = useRef(isClosed(form, new Date()));
  if (closed.current) return <ClosedForm form={form} texts={texts} />;
  return <FormShell {...props} texts={texts} view={view} Field={FormField} engine={engine} />;
}
