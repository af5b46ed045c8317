import type { ComponentType } from 'react';
import { FieldError, FieldHelp, FieldLabel, Legend } from './FieldParts.tsx';
import { describedBy, isRequired } from './field-props.ts';
import { type FieldProps, useFormContext } from './form-context.ts';
import { RichContent } from './RichContent.tsx';
import type { FieldKind } from './view/field-view.ts';

/** Fields with several inputs, rendered as a fieldset. */
const FIELDSET_KINDS: ReadonlySet<FieldKind> = new Set<FieldKind>([
  ...(['radio', 'checkboxes', 'rating', 'tags', 'address', 'appointment', 'products', 'donation'] as const),
  ...(['fixedPrice', 'files', 'signature', 'group', 'repeater'] as const),
]);

/** Kinds of fields whose component renders the whole field. */
const SELF_CONTAINED_KINDS: ReadonlySet<FieldKind> = new Set<FieldKind>(['checkbox', 'loginBar']);

interface FieldFrameProps extends FieldProps {
  /** The component of the field's kind. It is not used for kinds that only display content. */
  readonly Input: ComponentType<FieldProps>;
}

/** Renders one field: label, input, description and error. */
export function FieldFrame({ Input, ...props }: FieldFrameProps) {
  const { field, path } = props;
  const form = useFormContext();
  if (field.kind === 'richContent') {
    return (
      <div className="portico-text">
        <RichContent content={field.content} />
      </div>
    );
  }
  if (field.kind === 'unsupported') return <p className="portico-text">{form.texts.forms.unsupported(field.label)}</p>;
  if (SELF_CONTAINED_KINDS.has(field.kind)) return <Input {...props} />;
  if (FIELDSET_KINDS.has(field.kind)) {
    return (
      <fieldset
        className="portico-field"
        id={form.idOf(path)}
        tabIndex={-1}
        aria-describedby={describedBy(form, props)}
        data-kind={field.kind}
        data-invalid={form.errorOf(path) !== '' || undefined}
      >
        <Legend field={field} required={isRequired(form, props)} />
        <FieldHelp field={field} path={path} />
        <Input {...props} />
        <FieldError path={path} />
      </fieldset>
    );
  }
  return (
    <div className="portico-field" data-kind={field.kind}>
      <FieldLabel field={field} path={path} required={isRequired(form, props)} />
      <FieldHelp field={field} path={path} />
      <Input {...props} />
      <FieldError path={path} />
    </div>
  );
}
