import { describe, expect, it } from 'vitest';
import type { SiteForm } from '../queries.ts';
import { changesOf, draftOf, listChangedParts, problemsOf } from './draft.ts';

describe('draft of a form', () => {
  const base = {
    name: 'A',
    revision: '4',
    enabled: true,
    formFields: [{ id: '1', hidden: false }],
    steps: [],
    formRules: [],
    limitationRule: { maxAllowedSubmissions: 3 },
    submissionAccess: 'PUBLIC',
  } as unknown as SiteForm;

  it('sends only changed parts, and an empty value for a cleared part', () => {
    const draft = draftOf(base);
    expect(changesOf(base, draft)).toEqual({ revision: '4' });
    expect(changesOf(base, { ...draft, name: 'B' })).toEqual({ revision: '4', name: 'B' });
    expect(changesOf(base, { ...draft, limitationRule: undefined, submissionAccess: undefined })).toEqual({
      revision: '4',
      limitationRule: {},
      submissionAccess: '',
    });
  });

  it('ignores the order of keys and undefined values when it compares', () => {
    const draft = draftOf(base);
    expect(
      listChangedParts(draft, { ...draft, formFields: [{ hidden: false, id: '1', identifier: undefined }] }),
    ).toEqual([]);
    expect(listChangedParts(draft, { ...draft, formFields: [{ id: '1', hidden: true }] })).toEqual(['formFields']);
  });

  it('assigns a violation to the field at the index in its path', () => {
    const violations = [
      { field: 'formFields.1.inputOptions.target', description: 'x' },
      { field: 'form.formRules.0.expression', description: 'y' },
      { field: 'formFields', description: 'z' },
    ];
    expect(problemsOf(violations, [{ id: 'a' }, { id: 'b' }])).toEqual([
      { fieldId: 'b', path: 'inputOptions.target', description: 'x' },
      { fieldId: undefined, path: 'formRules.0.expression', description: 'y' },
      { fieldId: undefined, path: 'formFields', description: 'z' },
    ]);
  });
});
