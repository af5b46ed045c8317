import { isObject } from '../model.ts';
import { formLimits } from '../vocabulary.ts';
import { checkListSize } from './check-array.ts';
import { checkKeys, checkText } from './check-structures.ts';
import { joinPath, type ValueError, wrongTypeError } from './value-error.ts';

const KEYS = ['fileId', 'displayName', 'fileType', 'url', 'imported'];

/**
 * Checks the shape of uploaded files and signatures (forms contract section 5.2) and the owner's `fileLimit`, which the
 * vendor's widget also enforces. The server checks ownership and content.
 */
export function checkFiles(value: unknown, { fileLimit }: { fileLimit?: number }, path: string): ValueError[] {
  if (!Array.isArray(value)) return [wrongTypeError(path, 'array')];
  const maxItems = Math.min(fileLimit ?? formLimits.files, formLimits.files);
  const sizes = checkListSize(value.length, { minItems: 1, maxItems }, maxItems, path);
  if (value.length > formLimits.files) return sizes;
  return [...sizes, ...value.flatMap((file: unknown, index) => checkFile(file, joinPath(path, index)))];
}

function checkFile(file: unknown, path: string): ValueError[] {
  if (!isObject(file)) return [wrongTypeError(path, 'object')];
  const { imported } = file;
  return [
    ...checkKeys(file, KEYS, path),
    ...checkText(file, 'fileId', { required: true, limit: 100 }, path),
    ...checkText(file, 'displayName', { required: true, limit: 300 }, path),
    ...checkText(file, 'fileType', { required: true, limit: 100 }, path),
    ...checkText(file, 'url', { required: false, limit: 300 }, path),
    ...(imported === undefined || typeof imported === 'boolean'
      ? []
      : [wrongTypeError(joinPath(path, 'imported'), 'boolean')]),
  ];
}
