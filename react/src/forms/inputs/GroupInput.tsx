import { isObject } from '@portico/domain';
import { isRequired } from '../field-props.ts';
import { type FieldProps, useFormContext } from '../form-context.ts';
import { pathOf } from '../values/names.ts';
import type { FieldView } from '../view/field-view.ts';

/** A nested form, or the parts of an object. */
export function GroupInput({ field, path, value }: FieldProps) {
  const form = useFormContext();
  // In an optional group, parts become required once one of them is filled in. HTML attributes cannot express this,
  // so only the form's validation checks it.
  const isGroupRequired = isRequired(form, { field, path });
  return <InnerFields fields={field.fields} path={path} value={value} isGroupRequired={isGroupRequired} />;
}

export function InnerFields(props: {
  fields: readonly FieldView[];
  path: string;
  value: unknown;
  isGroupRequired: boolean;
}) {
  const { fields, path, value, isGroupRequired } = props;
  const form = useFormContext();
  const initial: Readonly<Record<string, unknown>> | null = isObject(value) ? value : null;
  return (
    <div className="portico-inner">
      {fields.map((inner) => {
        const innerPath = pathOf(path, inner.target || inner.id);
        if (form.stateOf(innerPath).hidden ?? inner.hidden) return null;
        return (
          <form.Field
            key={inner.id}
            field={isGroupRequired || form.live ? inner : { ...inner, required: false }}
            path={innerPath}
            value={initial ? initial[inner.target] : inner.initial}
          />
        );
      })}
    </div>
  );
}
