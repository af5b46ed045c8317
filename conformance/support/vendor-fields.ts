/**
 * Extracts, from the bundle of the vendor's form viewer, the function that converts a field of the current generation
 * of the form format to the earlier one.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';

const FIRST = '// ../form-transformer/dist/esm/lib/to-v1/make-view-of-input-field.js';
const LAST = '// ../form-transformer/dist/esm/lib/to-v1/transform-field-to-v1.js';

/**
 * Returns `transformFieldToV1` of the viewer. The extracted code uses enums that it does not define. A proxy stands in
 * for each of them. It returns the name of a member as its value, because the two are equal in these enums.
 */
export function vendorTransformer(): (field: object) => Record<string, unknown> {
  const bundle = readFileSync(createRequire(import.meta.url).resolve('@wix/form-public'), 'utf8');
  const start = bundle.indexOf(FIRST);
  const last = bundle.indexOf(LAST, start);
  const end = bundle.indexOf('\n// ', last + LAST.length);
  if (start === -1 || last === -1 || end === -1)
    throw new Error('The bundle of @wix/form-public does not contain the expected sections.');
  const code = bundle.slice(start, end);
  const enumStub = new Proxy({}, { get: (_, property) => property });
  const enums = [...code.matchAll(/\b([A-Z]\w*)\.[A-Z_]+\b/g)].map(([, name]) => [name, enumStub] as const);
  return runInNewContext(`${code}; transformFieldToV1`, Object.fromEntries(enums)) as ReturnType<
    typeof vendorTransformer
  >;
}
