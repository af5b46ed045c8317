import { useEffect, useRef } from 'react';
import { describedBy, isRequired } from '../field-props.ts';
import { type FieldProps, type FormContext, useFormContext } from '../form-context.ts';
import type { FileRules } from '../view/field-view.ts';
import { acceptOf } from './file-types.ts';
import { UploadList } from './UploadList.tsx';
import { megabytes, useFieldUploads } from './use-uploads.ts';

/** A file field. Files are uploaded while the form is filled in; without JavaScript, they are submitted with it. */
export function FileInput({ field, path, value }: FieldProps) {
  const form = useFormContext();
  const rules = field.files as FileRules;
  const uploads = useFieldUploads(path, form, { ...form, rules, initial: value });
  const { live, texts, idOf } = form;
  const input = useRef<HTMLInputElement>(null);
  const { add } = uploads;
  // Uploads files that were chosen before hydration.
  const canUpload = live && form.upload !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after hydration
  useEffect(() => {
    if (canUpload && input.current?.files?.length) uploadFilesOf(input.current);
  }, [canUpload]);

  function uploadFilesOf(element: HTMLInputElement): void {
    add(element.files ?? []);
    element.value = '';
  }

  return (
    <div className="portico-files">
      <p className="portico-help" id={`${idOf(path)}-rules`}>
        {rules.explanation && <bdi>{rules.explanation}</bdi>} {rulesText(form, rules)}
      </p>
      <label className="portico-file-button" data-full={uploads.isFull || undefined}>
        <span>{rules.buttonText || texts.forms.chooseFiles(rules.limit)}</span>
        <input
          ref={input}
          type="file"
          // Without a name, the browser does not submit uploaded files again with the form.
          name={canUpload ? undefined : path}
          multiple={rules.limit > 1}
          accept={acceptOf(rules.formats)}
          required={isRequired(form, { field, path }) && !live && uploads.items.length === 0}
          disabled={field.readOnly || uploads.isFull}
          aria-describedby={describedBy(form, { field, path }, `${idOf(path)}-rules`)}
          aria-invalid={form.errorOf(path) !== '' || undefined}
          onChange={canUpload ? (event) => uploadFilesOf(event.currentTarget) : undefined}
        />
      </label>
      <UploadList path={path} uploads={uploads} label={field.label} />
    </div>
  );
}

/** Describes the restrictions, so that visitors know them before they choose a file. */
function rulesText({ texts: { forms }, maxFileBytes }: FormContext, { limit, formats }: FileRules): string {
  const kinds = formats.flatMap((format) => forms.fileKinds[format as keyof typeof forms.fileKinds] ?? []);
  return [
    forms.upToFiles(limit),
    kinds.length > 0 ? forms.filesOf(kinds.join(', ')) : '',
    maxFileBytes === undefined ? '' : forms.upToMegabytes(megabytes(maxFileBytes)),
  ]
    .filter(Boolean)
    .join(' ');
}
