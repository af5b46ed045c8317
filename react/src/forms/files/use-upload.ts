import { usePortico, useTexts } from '../../provider/PorticoProvider.tsx';
import type { Texts } from '../../texts/index.ts';
import type { FormState } from '../use-form.ts';
import { locateField } from '../values/errors.ts';
import { type Uploads, useFieldUploads } from './use-uploads.ts';

export interface UploadSettings {
  /** Maximum number of files. Default 1. */
  readonly limit?: number;
  /** Accepted kinds: `IMAGE`, `VIDEO`, `AUDIO`, `DOCUMENT`, `ARCHIVE`. Default: all. */
  readonly formats?: readonly string[];
  readonly maxFileBytes?: number;
  /** The language of error messages. Default: that of the provider. */
  readonly texts?: Texts;
}

/**
 * Uploads the files of a field while the form is filled in, with progress, retry and removal, and submits them with it.
 * @param form the result of `useForm`
 * @param path the target of the field
 */
export function useUpload(form: FormState, path: string): Uploads;
/** Uploads files for a submission, with progress, retry and removal. Submit the `value` of each file with the form. */
export function useUpload(formId: string, settings?: UploadSettings): Uploads;
export function useUpload(source: FormState | string, options: string | UploadSettings = {}): Uploads {
  const { client } = usePortico();
  const [path, settings] = typeof options === 'string' ? [options, {}] : ['', options];
  const texts = useTexts(settings.texts);
  const { limit = 1, formats = [], maxFileBytes } = settings;
  const isField = typeof source !== 'string';
  return useFieldUploads(
    path,
    isField ? { ...source, formRef: source.formProps.ref } : null,
    isField
      ? {
          ...source,
          maxFileBytes: source.site.maxFileBytes,
          rules: locateField(source.fields, path)?.field.files ?? { limit, formats },
          initial: source.initialValueOf(path),
          initialKey: source.key,
        }
      : {
          upload: (file, uploadOptions) => client.forms.upload(source, file, uploadOptions),
          rules: { limit, formats },
          maxFileBytes,
          texts,
        },
  );
}
