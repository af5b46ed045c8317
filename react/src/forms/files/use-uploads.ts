import { isObject } from '@portico/domain';
import { type FileValue, PorticoError } from '@portico/sdk';
import { useEffect, useRef, useState } from 'react';
import type { Texts } from '../../texts/index.ts';
import { useFormContext } from '../form-context.ts';
import type { FileRules } from '../view/field-view.ts';
import { isRejectedType } from './file-types.ts';

export interface UploadItem {
  readonly key: number;
  readonly name: string;
  /** The file to send on a retry. null once it is uploaded. */
  readonly source: File | null;
  readonly state: 'uploading' | 'done' | 'failed' | 'refused';
  /** Uploaded fraction, from 0 to 1. */
  readonly progress: number;
  /** One sentence; '' if there is no problem. */
  readonly problem: string;
  readonly value: FileValue | null;
}

export interface Uploads {
  readonly items: readonly UploadItem[];
  /** Adds files up to the limit and ignores the rest. */
  add(files: Iterable<File>): void;
  readonly isFull: boolean;
  retry(key: number): void;
  /** Removes a file and aborts its upload. */
  remove(key: number): void;
}

/** Uploads the files of one field. The form is notified of each change, because its rules may depend on the files. */
export function useUploads(path: string, rules: FileRules, initial: unknown): Uploads {
  const { upload, texts, changed, maxFileBytes } = useFormContext();
  const nextKey = useRef(0);
  const stops = useRef(new Map<number, AbortController>());
  const [items, setItems] = useState<readonly UploadItem[]>(() =>
    filesIn(initial).map((value) => {
      nextKey.current += 1;
      return { ...BLANK, key: nextKey.current, name: value.displayName, state: 'done', progress: 1, value };
    }),
  );
  const settled = items.map(({ key, state }) => `${key}${state}`).join();
  const reported = useRef(settled);
  useEffect(() => {
    if (reported.current === settled) return;
    reported.current = settled;
    changed(path);
  }, [settled, path, changed]);
  useEffect(() => {
    const { current } = stops;
    return () => {
      for (const stop of current.values()) stop.abort();
    };
  }, []);

  const change = (key: number, changes: Partial<UploadItem>): void =>
    setItems((now) => now.map((item) => (item.key === key ? { ...item, ...changes } : item)));

  function begin(key: number, source: File): void {
    if (!upload) return;
    const stop = new AbortController();
    stops.current.set(key, stop);
    change(key, { state: 'uploading', progress: 0, problem: '' });
    upload(source, { signal: stop.signal, onProgress: (progress) => change(key, { progress }) })
      .then((value) => change(key, { state: 'done', progress: 1, name: value.displayName, source: null, value }))
      .catch((error: unknown) => {
        if (stop.signal.aborted) return;
        change(key, { state: isFinal(error) ? 'refused' : 'failed', problem: problemOf(error, texts) });
      })
      .finally(() => stops.current.delete(key));
  }

  return {
    items,
    isFull: items.length >= rules.limit,
    add(files) {
      const free = rules.limit - items.length;
      const added = [...files].slice(0, Math.max(0, free)).map((source): UploadItem => {
        nextKey.current += 1;
        const problem = problemBefore(source, rules, maxFileBytes, texts);
        const state = problem ? 'refused' : 'uploading';
        return { ...BLANK, key: nextKey.current, name: source.name, source, state, problem };
      });
      setItems([...items, ...added]);
      for (const { key, source, state } of added) if (source && state === 'uploading') begin(key, source);
    },
    retry(key) {
      const source = items.find((item) => item.key === key)?.source;
      if (source) begin(key, source);
    },
    remove(key) {
      stops.current.get(key)?.abort();
      setItems(items.filter((item) => item.key !== key));
    },
  };
}

const BLANK = { source: null, progress: 0, problem: '', value: null };

export const filesIn = (value: unknown): FileValue[] =>
  Array.isArray(value) ? value.filter((file): file is FileValue => isObject(file) && typeof file.url === 'string') : [];

/** Detects problems before the upload. */
function problemBefore(file: File, { formats }: FileRules, maxBytes: number | undefined, { forms }: Texts): string {
  if (isRejectedType(file, formats)) return forms.fileType;
  if (file.size === 0) return forms.fileEmpty;
  return maxBytes !== undefined && file.size > maxBytes ? forms.fileTooLarge(megabytes(maxBytes)) : '';
}

export const megabytes = (bytes: number): number => Math.floor(bytes / 1_048_576);

/** Returns true if sending the same file again would fail too. */
const isFinal = (error: unknown): boolean =>
  error instanceof PorticoError && error.status < 500 && error.status !== 408 && error.status !== 429;

function problemOf(error: unknown, { forms }: Texts): string {
  if (!(error instanceof PorticoError)) return forms.uploadBroken;
  switch (error.code) {
    case 'FILE_UPLOAD_RESTRICTIONS_ERROR':
      return forms.fileType;
    case 'FILE_QUOTA_REACHED':
      return forms.fileQuota;
    case 'PAYLOAD_TOO_LARGE':
    case '413':
      return forms.fileTooLarge(megabytes(Number(error.data.limitBytes ?? 0)));
    default:
      return forms.uploadBroken;
  }
}
