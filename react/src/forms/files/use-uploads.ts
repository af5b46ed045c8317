import { isObject } from '@portico/domain';
import { type FileValue, PorticoError } from '@portico/sdk';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { FormTexts } from '../../texts/forms-en.ts';
import type { Upload } from '../form-context.ts';
import { fileName, pendingName } from '../values/names.ts';
import type { FileRules } from '../view/field-view.ts';
import { isRejectedType } from './file-types.ts';

export interface UploadItem {
  readonly key: number;
  readonly name: string;
  /** The file to send again on a retry; null after its upload. */
  readonly source: File | null;
  readonly state: 'uploading' | 'done' | 'failed' | 'rejected';
  /** Uploaded fraction, from 0 to 1. */
  readonly progress: number;
  /** A sentence about the problem; '' if there is none. */
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

interface UploadsInput {
  /** Null if files can only be submitted with the form. */
  readonly upload: Upload | null;
  readonly rules: Pick<FileRules, 'limit' | 'formats'>;
  /** The initial value of the field. */
  readonly initial?: unknown;
  /** Another key replaces the files by `initial`. */
  readonly initialKey?: string;
  readonly maxFileBytes: number | undefined;
  readonly texts: { readonly forms: FormTexts };
  /** Called after each change of a file's state. */
  readonly onChange: () => void;
}

/** The part of a form that its uploads need. */
interface UploadForm {
  readonly formRef: RefObject<HTMLFormElement | null>;
  /** False before hydration, when the values are in hidden inputs. */
  readonly live: boolean;
  changed(path: string): void;
}

/**
 * Uploads the files of one field. The form is notified of each change, because its rules may depend on the files. The values
 * are added whenever the data of the form is read, also if the browser posts it.
 * @param form null for files that belong to no form on the page
 */
export function useFieldUploads(path: string, form: UploadForm | null, input: Omit<UploadsInput, 'onChange'>): Uploads {
  const changed = form?.changed;
  const onChange = useCallback(() => changed?.(path), [changed, path]);
  const uploads = useUploads({ ...input, onChange });
  // Runs after every rendering, because the form element may have been rendered only now.
  useEffect(() => {
    const element = form?.live ? form.formRef.current : null;
    if (!element) return;
    const addValues = ({ formData }: FormDataEvent): void => {
      for (const { state, value } of uploads.items) {
        if (state === 'done') formData.append(fileName(path), JSON.stringify(value));
        else formData.append(pendingName(path), state);
      }
    };
    element.addEventListener('formdata', addValues);
    return () => element.removeEventListener('formdata', addValues);
  });
  return uploads;
}

/** Uploads files up to a limit, each with its progress and problem. */
function useUploads(input: UploadsInput): Uploads {
  const { upload, rules, initial, initialKey = '', maxFileBytes, texts, onChange } = input;
  const nextKey = useRef(0);
  const abortControllers = useRef(new Map<number, AbortController>());
  const initialItems = (): readonly UploadItem[] =>
    filesIn(initial).map((value) => {
      nextKey.current += 1;
      return { ...EMPTY_ITEM, key: nextKey.current, name: value.displayName, state: 'done', progress: 1, value };
    });
  const [items, setItems] = useState(initialItems);
  const [lastInitialKey, setLastInitialKey] = useState(initialKey);
  if (lastInitialKey !== initialKey) {
    setLastInitialKey(initialKey);
    setItems(initialItems());
  }
  const fingerprint = items.map(({ key, state }) => `${key}${state}`).join();
  const reported = useRef(fingerprint);
  useEffect(() => {
    if (reported.current === fingerprint) return;
    reported.current = fingerprint;
    onChange();
  }, [fingerprint, onChange]);
  useEffect(() => {
    const { current } = abortControllers;
    return () => {
      for (const stop of current.values()) stop.abort();
    };
  }, []);

  const change = (key: number, changes: Partial<UploadItem>): void =>
    setItems((now) => now.map((item) => (item.key === key ? { ...item, ...changes } : item)));

  function startUpload(key: number, source: File): void {
    if (!upload) return;
    const stop = new AbortController();
    abortControllers.current.set(key, stop);
    change(key, { state: 'uploading', progress: 0, problem: '' });
    upload(source, { signal: stop.signal, onProgress: (progress) => change(key, { progress }) })
      .then((value) => change(key, { state: 'done', progress: 1, name: value.displayName, source: null, value }))
      .catch((error: unknown) => {
        if (stop.signal.aborted) return;
        change(key, { state: isPermanent(error) ? 'rejected' : 'failed', problem: problemOf(error, texts) });
      })
      .finally(() => abortControllers.current.delete(key));
  }

  return {
    items,
    isFull: items.length >= rules.limit,
    add(files) {
      const freeSlots = rules.limit - items.length;
      const added = [...files].slice(0, Math.max(0, freeSlots)).map((source): UploadItem => {
        nextKey.current += 1;
        const problem = localProblemOf(source, rules, maxFileBytes, texts);
        const state = problem ? 'rejected' : 'uploading';
        return { ...EMPTY_ITEM, key: nextKey.current, name: source.name, source, state, problem };
      });
      setItems([...items, ...added]);
      for (const { key, source, state } of added) if (source && state === 'uploading') startUpload(key, source);
    },
    retry(key) {
      const source = items.find((item) => item.key === key)?.source;
      if (source) startUpload(key, source);
    },
    remove(key) {
      abortControllers.current.get(key)?.abort();
      setItems(items.filter((item) => item.key !== key));
    },
  };
}

const EMPTY_ITEM = { source: null, progress: 0, problem: '', value: null };

export const filesIn = (value: unknown): FileValue[] =>
  Array.isArray(value) ? value.filter((file): file is FileValue => isObject(file) && typeof file.url === 'string') : [];

/** Returns a sentence about a problem that can be detected before the upload, or '' if there is none. */
function localProblemOf(
  file: File,
  { formats }: UploadsInput['rules'],
  maxBytes: number | undefined,
  { forms }: { readonly forms: FormTexts },
): string {
  if (isRejectedType(file, formats)) return forms.fileType;
  if (file.size === 0) return forms.fileEmpty;
  return maxBytes !== undefined && file.size > maxBytes ? forms.fileTooLarge(megabytes(maxBytes)) : '';
}

export const megabytes = (bytes: number): number => Math.floor(bytes / 1_048_576);

/** Returns true if sending the same file again would fail too. */
const isPermanent = (error: unknown): boolean =>
  error instanceof PorticoError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 408 &&
  error.status !== 429;

function problemOf(error: unknown, { forms }: { readonly forms: FormTexts }): string {
  if (!(error instanceof PorticoError)) return forms.uploadBroken;
  if (error.code === 'FILE_UPLOAD_RESTRICTIONS_ERROR') return forms.fileType;
  if (error.code === 'FILE_QUOTA_REACHED') return forms.fileQuota;
  return error.status === 413 ? forms.fileTooLarge(megabytes(Number(error.data.limitBytes ?? 0))) : forms.uploadBroken;
}
