import { type FormSchema, formLimits } from '@portico/domain';
import { expect, it } from 'vitest';
import { input } from '../testing/sample-forms.ts';
import { listFileFields, mapFiles } from './file-fields.ts';

it('finds and changes files at every level of nesting that the engine checks', () => {
  const field = input('photos', 'WIX_FILE', 'wixFileOptions', { componentType: 'FILE_UPLOAD', validation: {} });
  let form = { formFields: [field] } as FormSchema;
  let values: Record<string, unknown> = { photos: [{ url: 'a' }] };
  for (let level = 0; level < formLimits.nesting; level += 1) {
    form = { nestedForms: [{ targets: ['inner'], form }] };
    values = { inner: values };
  }
  expect(listFileFields(form)).toEqual([field]);
  const changed = mapFiles(form, values, ({ path }) => ({ path }));
  const path = `${'inner/'.repeat(formLimits.nesting)}photos/0`;
  expect(JSON.stringify(changed)).toContain(JSON.stringify({ photos: [{ path }] }));
});
