import { formLimits } from '@portico/domain';
import { type MouseEvent, useRef, useState } from 'react';
import { elementById } from '../element-by-id.ts';
import { isRequired } from '../field-props.ts';
import { type FieldProps, useFormContext } from '../form-context.ts';
import { ADD_ROW, pathOf, rowsName } from '../values/names.ts';
import { InnerFields } from './GroupInput.tsx';

interface Row {
  readonly key: number;
  readonly value: unknown;
}

/** Repeated rows of the same fields. Without JavaScript, its buttons post the form to add a row. */
export function RepeaterInput({ field, path, value }: FieldProps) {
  const form = useFormContext();
  const { texts, live, changed, idOf } = form;
  const minRows = Math.max(field.minItems ?? 0, isRequired(form, { field, path }) || !live ? 1 : 0);
  const [rows, setRows] = useState<readonly Row[]>(() => {
    const initial: unknown[] = Array.isArray(value) ? value : [];
    return Array.from({ length: Math.max(initial.length, minRows) }, (_, key) => ({ key, value: initial[key] }));
  });
  const nextKey = useRef(rows.length);
  const maxRows = field.maxItems ?? formLimits.defaultArrayItems;

  function add({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
    const key = nextKey.current;
    nextKey.current += 1;
    setRows([...rows, { key, value: undefined }]);
    queueMicrotask(() => changed(path));
    // Focuses the new row after it is rendered.
    requestAnimationFrame(() => focusFirst(elementById(currentTarget, idOf(pathOf(path, rows.length)))));
  }
  function remove(index: number, form: HTMLFormElement | null): void {
    setRows(rows.filter((_, i) => i !== index));
    queueMicrotask(() => changed(path));
    requestAnimationFrame(() => form && elementById(form, `${idOf(path)}-add`)?.focus());
  }

  return (
    <>
      <input type="hidden" name={rowsName(path)} value={rows.length} />
      {rows.map((row, index) => (
        <section
          key={row.key}
          className="portico-row"
          id={idOf(pathOf(path, index))}
          aria-label={`${field.label} ${index + 1}`}
        >
          <p className="portico-row-title" aria-hidden="true">
            <bdi>{field.label}</bdi> {index + 1}
          </p>
          <InnerFields
            fields={field.fields}
            path={pathOf(path, index)}
            value={row.value}
            isGroupRequired={index < minRows}
          />
          {live && rows.length > (field.minItems ?? 0) && (
            <button
              type="button"
              className="portico-button-quiet"
              onClick={({ currentTarget }) => remove(index, currentTarget.form)}
            >
              {texts.forms.removeRow}
              <span className="portico-unseen">{` ${field.label} ${index + 1}`}</span>
            </button>
          )}
        </section>
      ))}
      {rows.length < maxRows && (
        <button
          className="portico-button-quiet"
          id={`${idOf(path)}-add`}
          type={live ? 'button' : 'submit'}
          formNoValidate
          name={ADD_ROW}
          value={path}
          onClick={live ? add : undefined}
        >
          {texts.forms.addRow}
          <span className="portico-unseen"> {field.label}</span>
        </button>
      )}
    </>
  );
}

const focusFirst = (element: HTMLElement | null): void =>
  element?.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea')?.focus();
