import { usePortico, useTexts } from '../../provider/PorticoProvider.tsx';
import type { Texts } from '../../texts/index.ts';
import { type Uploads, useUploads } from './use-uploads.ts';

export interface UploadSettings {
  /** Maximum number of files. Default 1. */
  readonly limit?: number;
  /** Accepted kinds: `IMAGE`, `VIDEO`, `AUDIO`, `DOCUMENT`, `ARCHIVE`. Default: all. */
  readonly formats?: readonly string[];
  readonly maxFileBytes?: number;
  /** The language of error messages. Default: that of the provider. */
  readonly texts?: Texts;
}

/** Uploads files for a submission, with progress, retry and removal. Submit the `value` of each file with the form. */
export function useUpload(formId: string, settings: UploadSettings = {}): Uploads {
  const { limit = 1, formats = [], maxFileBytes } = settings;
  const { client } = usePortico();
  const texts = useTexts(settings.texts);
  return useUploads({
    upload: (file, options) => client.forms.upload(formId, file, options),
    rules: { limit, formats },
    maxFileBytes,
    texts,
  });
}
